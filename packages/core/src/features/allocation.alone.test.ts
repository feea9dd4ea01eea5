import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/**
 * Measures what 1,000,000 checks leave on the heap. The child process warms the checks up until they are compiled,
 * collects garbage, and reads the size of the heap before and after. Its young generation is so large that nothing is
 * collected in between (the profiler counts), so every allocated byte is counted. The clock returns the same number
 * each time, because `Date.now` allocates a new one of 16 bytes per call.
 */
const measure = `
import { GCProfiler } from 'node:v8'
const { createSignalbox } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)})

const now = Date.parse('2026-05-01T12:00:00Z')
const box = createSignalbox({ timeZone: 'Europe/Paris', clock: () => now })
await box.ready()
const parameters = {
  NO_STRATEGY: undefined,
  RELEASE_DATE: { releaseDate: '01/01/2020 00:00:00' },
  DATE_RANGE: { from: '2020-01-01 00:00:00', to: '2120-01-01 00:00:00' },
  HOUR_RANGE: { startDate: '08:00', endDate: '18:00' },
  PERCENTAGE: { percentage: 50 },
  CUSTOMERS_LIST: { customers: ['ann', 'bob'] },
}
for (const [activationStrategy, one] of Object.entries(parameters))
  await box.features.create({ body: { id: activationStrategy, enabled: true, activationStrategy, parameters: one } })
await box.features.create({ body: { id: 'disabled', enabled: false, activationStrategy: 'NO_STRATEGY' } })
const ids = [...Object.keys(parameters), 'disabled', 'unknown']
const contexts = ['ann', 'René', '😀', 'somebody with a longer name'].map((id) => ({ id }))

function run(checks) {
  let active = 0
  for (let i = 0; i < checks; i++) if (box.isActive(ids[i & 7], contexts[(i >> 3) & 3])) active++
  return active
}

run(3_000_000)
await new Promise(setImmediate)
gc()
run(1000)
let least = { bytes: Infinity }
for (let round = 0; round < 10 && least.bytes > 0; round++) { // on a busy machine the compiler is not through at first
  const profiler = new GCProfiler()
  profiler.start()
  const before = process.memoryUsage().heapUsed
  const active = run(1_000_000)
  const bytes = process.memoryUsage().heapUsed - before
  const collections = profiler.stop().statistics.length
  if (collections === 0 && bytes < least.bytes) least = { active, bytes }
}
console.log(JSON.stringify(least))
`

it('a million checks of all strategies allocate next to nothing', () => {
  const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--input-type=module']
  const output = execFileSync(process.execPath, [...flags, '--conditions=@signalbox/source', '-e', measure], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  })
  const { active, bytes } = JSON.parse(output) as Record<string, number>
  expect(active).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(64 * 1024)
})
