import type { Signalbox, SignalboxOptions } from '@signalbox/core'
import { checkOptions, createSignalbox } from '@signalbox/core'
import { failTheRun } from './fail-the-run.ts'
import { fixedClock } from './fixed-clock.ts'
import type { Moment } from './moment.ts'
import { START, toDate } from './moment.ts'
import { seededRandom } from './seeded-random.ts'

/** How a test box is set: as any Signalbox, but for the time and chance that it brings along. */
export interface TestBoxOptions extends Omit<SignalboxOptions, 'clock' | 'random'> {
  /** Where its clock stands: a date, epoch milliseconds, or a text with a zone. @default '2026-01-01T00:00:00Z' */
  readonly start?: Moment
  /** What its random bytes follow from. @default 1 */
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
  loadOnWrite: true,
  plugins: true,
  workflows: true,
} as const satisfies Record<keyof TestBoxOptions, true>

/** The time of a test box. */
export interface TimeTravel {
  /** The time it is, in epoch milliseconds. */
  now(): number
  /** Moves on by so many milliseconds. */
  advance(ms: number): void
  /** Goes to an instant, later or earlier. */
  travelTo(moment: Moment): void
}

/** A Signalbox for unit tests, and its time. */
export interface TestBox {
  readonly box: Signalbox
  readonly clock: TimeTravel
}

/**
 * A Signalbox in memory whose clock moves only when told and whose random bytes are the same in every run. A failure
 * that nobody awaits fails the test run as an unhandled rejection, in any test runner; pass `report` to take it instead.
 */
export function createTestBox(given: TestBoxOptions = {}): TestBox {
  checkOptions('createTestBox', given, optionNames)
  const { start = START, seed = 1, report = failTheRun, ...options } = given
  const { clock, advance, set } = fixedClock(toDate(start))
  const box = createSignalbox({ ...options, report, clock, random: seededRandom(seed) })
  return { box, clock: { now: clock, advance, travelTo: (moment) => set(toDate(moment)) } }
}
