import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/**
 * Measures what 60,000 checks of each condition leave on the heap, in a child process whose young generation is so
 * large that nothing is collected in between (the profiler counts). The clock returns the same number each time,
 * because `Date.now` allocates a new one per call.
 */
const measure = `
import { GCProfiler } from 'node:v8'
const load = (name) => import(new URL(name, ${JSON.stringify(import.meta.url)}))
const { compileCondition } = await load('./compile.ts')
const { timeZone } = await load('../machine/time/time.ts')

const now = Date.parse('2026-05-01T12:00:00Z')
const isPro = { isTrue: (context) => context?.plan === 'pro' }
const environment = { clock: () => now, zone: timeZone('Europe/Paris'), segment: () => isPro, feature: () => isPro }
const clients = Array.from({ length: 10_000 }, (_, i) => 'client ' + i)
const leaf = (operator, ...values) => ({ attribute: 'a', operator, ...(values.length === 1 ? { value: values[0] } : { values }) })
const texts = ['FR', 'ann@shop.example', 'René 😀 client 77', 'client 77', '', '7', '-3', true, null, ['FR', 'client 77']]
const numbers = [7, -3, 7.5, 0.25, 1e6, '7', '12', 'seven', null, [3, 7.5]]
const dates = [now, now - 1, now + 1, 1.5e12, null]

const cases = {
  is: [leaf('is', 'FR'), texts],
  isNumber: [leaf('is', 7), numbers],
  isAny: [leaf('is', ...clients, 7, 7.5, '12', true), [...texts, ...numbers]],
  startsWith: [leaf('startsWith', 'ann'), texts],
  startsWithAny: [leaf('startsWith', ...clients), texts],
  endsWith: [leaf('endsWith', 'example'), texts],
  endsWithAny: [leaf('endsWith', ...clients), texts],
  contains: [leaf('contains', 'shop'), texts],
  containsAny: [leaf('contains', ...clients), texts],
  lessThan: [leaf('lessThan', 7.5), numbers],
  atMost: [leaf('atMost', 7), numbers],
  atLeast: [leaf('atLeast', 100, 7), numbers],
  moreThan: [leaf('moreThan', '7'), numbers],
  before: [leaf('before', '2026-05-01T12:00:00Z'), dates],
  after: [leaf('after', now), dates],
  exists: [leaf('exists'), texts],
  missing: [leaf('missing'), texts],
  id: [{ ...leaf('is', ...clients), attribute: 'id' }, texts],
  pointer: [{ ...leaf('is', 'x'), attribute: '/user/tags/1' }, texts],
  segment: [{ segment: 's' }, texts],
  feature: [{ feature: 'f', active: false }, texts],
  time: [{ time: { from: '2020-01-01', startTime: '08:00', endTime: '18:00', days: ['FR'] } }, texts],
  nested: [{ all: [{ any: [leaf('is', 'DE'), leaf('is', 'FR')] }, { not: leaf('is', 'US') }, { segment: 's' }] }, texts],
}

const results = {}
for (const [name, [condition, attributes]] of Object.entries(cases)) {
  const { isTrue } = compileCondition(condition, environment)
  const contexts = Array.from({ length: 32 }, (_, i) => ({
    id: 'client ' + i,
    a: attributes[i % attributes.length],
    plan: i % 2 ? 'pro' : 'free',
    user: { tags: ['x', 'x'] },
  }))
  const run = (checks) => {
    let count = 0
    for (let i = 0; i < checks; i++) if (isTrue(contexts[i & 31])) count++
    return count
  }
  run(100_000)
  await new Promise(setImmediate)
  gc()
  run(1000)
  let least = Infinity
  for (let round = 0; round < 10 && least > 0; round++) { // on a busy machine the compiler is not through at first
    const profiler = new GCProfiler()
    profiler.start()
    const before = process.memoryUsage().heapUsed
    run(60_000)
    const bytes = process.memoryUsage().heapUsed - before
    if (profiler.stop().statistics.length === 0) least = Math.min(least, bytes)
  }
  results[name] = { bytes: least, count: run(32) }
}
console.log(JSON.stringify(results))
`

it('60,000 checks of each operator, and of segments, features and times, allocate next to nothing', () => {
  const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--input-type=module']
  const output = execFileSync(process.execPath, [...flags, '--conditions=@signalbox/source', '-e', measure], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  })
  const results = Object.entries(JSON.parse(output) as Record<string, { bytes: number; count: number }>)
  expect(results.length).toBeGreaterThan(20)
  for (const [name, { bytes, count }] of results)
    expect({ name, isSmall: bytes < 32 * 1024, isTrueForSome: count > 0 }).toEqual({
      name,
      isSmall: true,
      isTrueForSome: true,
    })
})
