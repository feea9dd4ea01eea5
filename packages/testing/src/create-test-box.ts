import { checkOptions, createSignalbox, type Signalbox, type SignalboxOptions } from '@signalbox/core'
import { failOrPrint } from './fail-the-run.ts'
import { fixedClock } from './fixed-clock.ts'
import { type Moment, START, toDate } from './moment.ts'
import { seededRandom } from './seeded-random.ts'

/** Options of a test box: all options of Signalbox except time and random bytes, which the test box controls. */
export interface TestBoxOptions extends Omit<SignalboxOptions, 'clock' | 'random'> {
  /** The initial time: a date, epoch milliseconds, or a text with a time zone. @default '2026-01-01T00:00:00Z' */
  readonly start?: Moment
  /** The seed of the random bytes. @default 1 */
  readonly seed?: number
}

const optionNames = {
  start: true,
  seed: true,
  store: true,
  report: true,
  passwords: true,
  wait: true,
  scripts: true,
  fetch: true,
  timeZone: true,
  bucketing: true,
  assignment: true,
  earlierForm: true,
  bodyLimit: true,
  readOpenApi: true,
  apiBodyLimit: true,
  documentLimits: true,
  scriptsPerCall: true,
  version: true,
  eventRetentionDays: true,
  experimentRetentionDays: true,
  loadOnWrite: true,
  plugins: true,
  usageRetentionDays: true,
  readyLagSeconds: true,
  streamsOfCaller: true,
  workflows: true,
  ownGatewayKeys: true,
  gatewayUrl: true,
  documentation: true,
  passwordUsers: true,
  issuers: true,
  telemetry: true,
  sinks: true,
} as const satisfies Record<keyof TestBoxOptions, true>

/** Controls the time of a test box. */
export interface TimeTravel {
  /** Returns the current time, in epoch milliseconds. */
  now(): number
  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void
  /** Sets the clock to an instant, later or earlier. */
  travelTo(moment: Moment): void
}

/** A Signalbox for unit tests, with its clock. */
export interface TestBox {
  readonly box: Signalbox
  readonly clock: TimeTravel
}

/**
 * Creates a Signalbox in memory for tests. Its clock moves only when told, and its random bytes are the same in every
 * run. Failures that nobody awaits fail the test run as unhandled rejections, in any test runner; unknown keys and
 * attributes that a context lacks are printed once. Pass `report` to handle both instead.
 *
 * @example
 * ```ts
 * const { box, clock } = createTestBox()
 * await box.features.create({ body: { id: 'sale', enabled: true, activationStrategy: 'NO_STRATEGY' } })
 * clock.advance(60_000)
 * box.isActive('sale') // true
 * ```
 */
export function createTestBox(given: TestBoxOptions = {}): TestBox {
  checkOptions('createTestBox', given, optionNames)
  const { start = START, seed = 1, report = failOrPrint, ...options } = given
  const { clock, advance, set } = fixedClock(toDate(start))
  const box = createSignalbox({ ...options, report, clock, random: seededRandom(seed) })
  return { box, clock: { now: clock, advance, travelTo: (moment) => set(toDate(moment)) } }
}
