import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyPackages, type PackagesCopy } from './copy-packages.fixture.ts'

/** A new strategy: its file in core. */
const strategy = `
  import { type TimeZone, timeZone } from '../../machine/time/time.ts'
  import { defineStrategy, matched, timezone } from './strategy.ts'

  const day = { type: 'string', enum: ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] } as const

  /** Active on some days of the week. */
  export const weekdays = defineStrategy({
    parameters: {
      type: 'object',
      required: ['days'],
      properties: { days: { type: 'array', minItems: 1, items: day }, timezone },
      additionalProperties: false,
    },
    needsContext: false,
    reason: matched,
    compile({ days, timezone: name }, { clock, zone: own }) {
      const zone = name ? timeZone(name) : own
      return () => days.includes(dayAt(clock(), zone))
    },
    explain({ timezone: name }, { clock, zone: own }) {
      return { today: dayAt(clock(), name ? timeZone(name) : own) }
    },
  })

  /** From numbers alone, so that a check allocates nothing. The first day of 1970 was a Thursday. */
  const dayAt = (now: number, zone: TimeZone): (typeof day.enum)[number] =>
    day.enum[(Math.floor((now + zone.offsetAt(now)) / 86_400_000) + 4) % 7]!`

/** Its file in the dashboard. */
const view = `
  import { weekday } from '../../words/dates.ts'
  import type { StrategyView } from './strategy.ts'
  import { timed } from './timed.ts'

  const names = { SU: 'Sundays', MO: 'Mondays', TU: 'Tuesdays', WE: 'Wednesdays', TH: 'Thursdays', FR: 'Fridays', SA: 'Saturdays' }
  type Day = keyof typeof names
  const days = Object.keys(names) as Day[]

  /** Active on some days of the week. */
  export const weekdays: StrategyView<'WEEKDAYS'> = {
    label: 'Days of the week',
    name: 'days of the week',
    initial: () => ({ days: ['MO', 'TU', 'WE', 'TH', 'FR'] }),
    Form: ({ feature: { parameters }, onChange }) => (
      <select
        multiple
        onChange={({ currentTarget }) =>
          onChange({ ...parameters, days: Array.from(currentTarget.selectedOptions, ({ value }) => value as Day) })
        }
      >
        {days.map((day) => (
          <option key={day} value={day} selected={parameters.days.includes(day)}>
            {names[day]}
          </option>
        ))}
      </select>
    ),
    ...timed<'WEEKDAYS'>(({ days }) => \`on \${days.map((day) => names[day]).join(', ')}\`),
    because: ({ active, explanation }) => {
      const listed = \`\${active ? '' : 'not '}among its days\`
      return [\`It is a \${names[explanation.today as Day].slice(0, -1)}, which is \${listed}.\`, \`the day is \${listed}\`]
    },
    when: ({ days }, zone, now) =>
      \`Active on \${days.map((day) => names[day]).join(', ')}. It is \${weekday(now, zone.name)} in \${zone.name}.\`,
  }`

/** What the page says of a feature on a Monday and on a Sunday, bundled as the page is. */
const program = `
  import type { Feature } from '@signalbox/core/contract'
  import { decide } from './packages/dashboard/web/evaluation/decide.ts'
  import { consequence } from './packages/dashboard/web/screens/feature/consequence/consequence.ts'
  import { filters } from './packages/dashboard/web/screens/features/filters.ts'
  import { stateOf, stateOfEntry } from './packages/dashboard/web/screens/features/state-words.ts'
  import { armsOf, describeStrategy, viewOf } from './packages/dashboard/web/screens/strategies/index.ts'
  import { verdictOf } from './packages/dashboard/web/screens/strategies/verdict.ts'

  const feature = (days: string[]) =>
    ({ id: 'f', enabled: true, activationStrategy: 'WEEKDAYS', parameters: { days } }) as unknown as Feature
  const one = feature(['MO', 'TU'])
  const settings = { timeZone: 'UTC', bucketing: 'murmur3' } as const
  const said = ['2026-11-23', '2026-11-22'].map((day) => {
    const instant = Date.parse(day + 'T12:00:00Z')
    const decision = decide(one, undefined, { settings, instant, find: () => 'missing', rules: () => undefined })
    const all: Feature = { id: 'f', enabled: true, activationStrategy: 'NO_STRATEGY' }
    return {
      state: stateOf(one, decision),
      because: decision.state === 'decided' ? verdictOf(one, decision, 'murmur3').because : decision.state,
      consequence: consequence(all, one, { settings, now: instant, context: {}, ids: [], compile: () => undefined }),
    }
  })
  process.stdout.write(JSON.stringify({
    said,
    words: describeStrategy(one),
    name: viewOf('WEEKDAYS').name,
    arms: armsOf(one),
    entry: stateOfEntry({ id: 'f', enabled: true, strategy: 'WEEKDAYS' }).word,
    isOffered: filters.some(([, search]) => search === 'strategy:weekdays'),
  }))`

const config = `
  export default {
    resolve: { conditions: ['@signalbox/source'] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    ssr: { noExternal: true, resolve: { conditions: ['@signalbox/source'] } },
    build: { ssr: 'program.ts', outDir: 'built', rolldownOptions: { external: ['virtual:icons'] } },
    logLevel: 'error',
  }`

const pageIndex = 'packages/dashboard/web/screens/strategies/index.ts'
const examples = 'packages/core/src/features/examples.fixture.ts'
const typecheck = () => copy.typecheck('packages/dashboard/web/main.tsx', 'packages/dashboard/web/*.d.ts', examples)
let copy: PackagesCopy

/** The types of the whole page are checked, which takes minutes on a busy machine. */
const TYPES_MS = 400_000

/** Adds the strategy to core as CONTRIBUTING.md says, but not to the dashboard. */
beforeAll(async () => {
  copy = await copyPackages('core/src', 'client/src', 'dashboard/web', 'portal/src')
  await copy.write('packages/core/src/features/strategies/weekdays.ts', strategy)
  const list = 'packages/core/src/features/strategies/index.ts'
  await copy.replace(list, '  RULES: rules,\n', '  RULES: rules,\n  WEEKDAYS: weekdays,\n')
  await copy.replace(list, 'import ', "import { weekdays } from './weekdays.ts'\nimport ")
  await copy.write('program.ts', program)
  await copy.write('vite.config.js', config)
})
afterAll(() => copy.remove())

async function said(): Promise<unknown> {
  await copy.tool('vite/bin/vite.js', 'build')
  return JSON.parse(await copy.node('built/program.js'))
}

it(
  'a new strategy does not compile before the dashboard and the example have it, and these are all places',
  async () => {
    const errors = (await typecheck()).split('\n').filter((line) => line.includes(': error '))
    expect(errors.map((line) => line.split('(')[0])).toEqual([examples, pageIndex])
    for (const error of errors) expect(error).toContain('WEEKDAYS')
  },
  TYPES_MS,
)

it('a page that does not know it says so', async () => {
  const unknown = 'WEEKDAYS, a strategy that this page doesn’t know'
  const state = { word: '…', why: `It is decided by ${unknown}.` }
  const computed = ['This page can’t tell who gets it: it doesn’t know this strategy.']
  expect(await said()).toEqual({
    said: [
      { state, because: `It is switched on by ${unknown}.`, consequence: computed },
      { state, because: `It is switched off by ${unknown}.`, consequence: computed },
    ],
    words: unknown,
    name: 'unknown strategy WEEKDAYS',
    arms: [{ who: 'WEEKDAYS', what: 'decides, a strategy that this page doesn’t know', isOn: false }],
    entry: '…',
    isOffered: false,
  })
})

it(
  'it compiles with its file',
  async () => {
    await copy.write('packages/dashboard/web/screens/strategies/weekdays.tsx', view)
    await copy.replace(pageIndex, '  RULES: rules,\n', '  RULES: rules,\n  WEEKDAYS: weekdays,\n')
    await copy.replace(pageIndex, 'import ', "import { weekdays } from './weekdays.tsx'\nimport ")
    await copy.replace(
      examples,
      '  RULES: {',
      "  WEEKDAYS: { ...base, activationStrategy: 'WEEKDAYS', parameters: { days: ['FR'] } },\n  RULES: {",
    )
    expect(await typecheck()).toBe('')
  },
  TYPES_MS,
)

it('with its file, the page is right about it everywhere', async () => {
  expect(await said()).toEqual({
    said: [
      {
        state: { word: 'on', aspect: 'clear' },
        because: 'It is a Monday, which is among its days.',
        consequence: ['Active on Mondays, Tuesdays. It is Monday in UTC.'],
      },
      {
        state: { word: 'waits', aspect: 'caution', why: 'It becomes active at its date or hour.' },
        because: 'It is a Sunday, which is not among its days.',
        consequence: ['Active on Mondays, Tuesdays. It is Sunday in UTC.', 'Now everyone would lose it.'],
      },
    ],
    words: 'on Mondays, Tuesdays',
    name: 'days of the week',
    arms: [
      { who: 'On Mondays, Tuesdays', what: 'everyone', isOn: true },
      { who: 'At other times', what: 'nobody', isOn: false },
    ],
    entry: '…',
    isOffered: true,
  })
})
