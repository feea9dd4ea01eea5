import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { decidedBy } from './evaluate.ts'
import { examples } from './examples.fixture.ts'

/** "Next to nothing": less than a byte per ten checks. */
const MOST_BYTES = 64 * 1024

/** The parameters by strategy, `null` if it has none: of each strategy that needs neither a script nor conditions. */
const parameters = Object.fromEntries(
  Object.values(examples)
    .filter(({ activationStrategy }) => decidedBy(activationStrategy) === 'parameters')
    .map((example) => [example.activationStrategy, 'parameters' in example ? example.parameters : null]),
)
parameters.PERCENTAGE = { percentage: 50 } // 100 % is decided without a hash

/**
 * Measures what 1,000,000 checks leave on the heap. The child process warms the checks up until they are compiled,
 * collects garbage, and reads the size of the heap before and after. Its young generation is so large that nothing is
 * collected in between (the profiler counts), so every allocated byte is counted. The clock returns the same number
 * each time, because `Date.now` allocates a new one of 16 bytes per call.
 */
const measure = `
import { GCProfiler } from 'node:v8'
const kind = process.argv[1]
const { createSignalbox } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)})

const now = Date.parse('2026-05-01T12:00:00Z')
let told = 0
const telemetry = {
  featureEvaluated() {
    told++
  },
  configEvaluated() {
    told++
  },
}
const box = createSignalbox({
  timeZone: 'Europe/Paris',
  clock: () => now,
  ...(process.argv[2] && { telemetry }),
})
await box.ready()
const parameters = ${JSON.stringify(parameters)}
const leaf = (attribute, operator, ...values) => ({ attribute, operator, values })
const clients = Array.from({ length: 9999 }, (_, i) => 'client ' + i)
const rules = {
  is: [{ when: leaf('country', 'is', 'FR') }],
  isAny: [{ when: leaf('id', 'is', ...clients, 'ann') }],
  texts: [
    { when: leaf('email', 'startsWith', 'ann@') },
    { when: leaf('email', 'endsWith', '@shop.example') },
    { when: leaf('email', 'contains', 'shop') },
  ],
  numbers: [{ when: { all: [leaf('age', 'atLeast', 18), leaf('age', 'lessThan', 65.5)] } }],
  dates: [{ when: leaf('since', 'before', now) }],
  segment: [{ when: { segment: 'staff' } }],
  feature: [{ when: { not: { feature: 'NO_STRATEGY', active: false } } }],
  time: [{ when: { time: { startTime: '08:00', endTime: '18:00', days: ['FR'] } } }],
  share: [{ percentage: 50 }],
  shareBy: [{ percentage: 50, by: 'country', salt: 'shop' }],
  several: [
    { when: { all: [{ segment: 'staff' }, { any: [{ feature: 'PERCENTAGE' }, leaf('country', 'is', 'DE')] }] } },
    { when: { segment: 'nested' }, percentage: 20, active: false },
    { percentage: 10 },
  ],
}
await box.segments.create({ body: { id: 'staff', when: rules.texts[1].when, included: ['René'], excluded: ['eve'] } })
await box.segments.create({ body: { id: 'nested', when: { not: { segment: 'staff' } } } })
for (const [activationStrategy, one] of Object.entries(parameters))
  await box.features.create({ body: { id: activationStrategy, enabled: true, activationStrategy, ...(one && { parameters: one }) } })
for (const [id, list] of Object.entries(rules))
  await box.features.create({ body: { id, enabled: true, activationStrategy: 'RULES', parameters: { rules: list } } })
await box.features.create({ body: { id: 'disabled', enabled: false, activationStrategy: 'NO_STRATEGY' } })
const ids = [...Object.keys(kind === 'RULES' ? rules : parameters), 'disabled', 'unknown']
const contexts = ['ann', 'René', '😀', 'somebody with a longer name'].map((id, i) => ({
  id,
  country: i % 2 ? 'DE' : 'FR',
  email: id + '@shop.example',
  age: 17 + i,
  since: i > 0 ? now - i : null, // V8 reads a field that only ever had fractions or large numbers as a new number
}))

const split = [{ name: 'a', weight: 1, value: { a: 1 } }, { name: 'b', weight: 2, value: 'b' }]
const configs = {
  plain: { value: { a: [1] } },
  segment: { value: 1, rules: [{ when: { segment: 'staff' }, value: 2 }, { when: { feature: 'PERCENTAGE' }, value: 3 }] },
  leaves: { value: {}, type: 'object', rules: [...rules.texts, ...rules.numbers].map((rule) => ({ ...rule, value: {} })) },
  split: { value: 'b', rules: [{ split }] },
  unleash: { value: 'b', rules: [{ when: rules.is[0].when, split }, { split: split.map((arm) => ({ ...arm, weight: 2 })), by: 'email', salt: 's', hash: 'unleash' }] },
  error: { value: 'b', rules: [{ split, by: 'nothing' }] },
}
for (const [id, config] of Object.entries(configs)) await box.configs.create({ body: { id, ...config } })
const handles = Object.keys(parameters).concat('disabled', 'unknown').map((id) => box.flag(id))

const configIds = [...Object.keys(configs), 'unknown']

function run(checks) {
  let active = 0
  if (kind === 'configs') {
    for (let i = 0; i < checks; i++) if (box.value(configIds[i % 7], contexts[(i >> 3) & 3]) !== undefined) active++
    return active
  }
  if (kind === 'handles') {
    for (let i = 0; i < checks; i++) if (handles[i % handles.length].isActive(contexts[(i >> 3) & 3])) active++
    return active
  }
  for (let i = 0; i < checks; i++) if (box.isActive(ids[i % ids.length], contexts[(i >> 3) & 3])) active++
  return active
}

run(1_000_000)
await new Promise(setImmediate)
gc()
run(1000)
let least = { bytes: Infinity }
for (let round = 0; round < 10 && least.bytes >= ${MOST_BYTES}; round++) { // on a busy machine the compiler is not through at first
  const profiler = new GCProfiler()
  profiler.start()
  const before = process.memoryUsage().heapUsed
  const active = run(1_000_000)
  const bytes = process.memoryUsage().heapUsed - before
  const collections = profiler.stop().statistics.length
  if (collections === 0 && bytes < least.bytes) least = { active, bytes }
}
console.log(JSON.stringify({ ...least, told }))
`

it.each([
  ['all strategies', 'strategies', ''],
  ['all strategies, by handles,', 'handles', ''],
  ['rules over attributes, segments, features, time and shares', 'RULES', ''],
  ['configs with rules and splits', 'configs', ''],
  ['all strategies, each counted by telemetry,', 'strategies', 'told'],
  ['configs, each counted by telemetry,', 'configs', 'told'],
])('a million checks of %s allocate next to nothing', (_, kind, isTold) => {
  const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--input-type=module']
  const output = execFileSync(
    process.execPath,
    [...flags, '--conditions=@signalbox/source', '-e', measure, kind, isTold],
    {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    },
  )
  const { active, bytes, told } = JSON.parse(output) as Record<string, number>
  expect(active).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(MOST_BYTES)
  if (isTold) expect(told).toBeGreaterThan(1_000_000)
  else expect(told).toBe(0)
})
