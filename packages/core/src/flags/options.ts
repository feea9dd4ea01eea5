import type { Assignment } from '../experiments/assign.ts'
import type { Environment } from '../features/strategies/strategy.ts'
import type { Ports } from '../ports.ts'

/** What an instance with features, configs, experiments, scripts and events is built on, and how it behaves. Everything has a default. */
export interface FlagsOptions extends Partial<Omit<Ports, 'passwords' | 'fetch'>> {
  /** IANA name of the zone of dates that name none. @default 'UTC' */
  readonly timeZone?: string
  /** How percentages choose clients; `classic` keeps the buckets of the earlier system. @default 'murmur3' */
  readonly bucketing?: Environment['bucketing']
  /** How experiments choose variants; `classic` as the earlier system did. @default 'balanced' */
  readonly assignment?: Assignment
  /** Answers have what clients of the earlier system look for: `startAt` and `endAt` of hours, descriptions of experiments. @default false */
  readonly earlierForm?: boolean
  /** The most bytes of JSON that a record may have. @default 1048576 */
  readonly bodyLimit?: number
  /** How many different scripts one call runs at most, such as that of a tree; the features of the others are inactive. @default 1000 */
  readonly scriptsPerCall?: number
  /**
   * Whether the first write of a feature loads all features, so that `isActive` knows it at once. A program that only moves
   * records, such as an import, needs none of them in memory; checks load them in any case. @default true
   */
  readonly loadOnWrite?: boolean
}

/** The names of these options. */
export const flagsOptionNames = {
  store: true,
  clock: true,
  random: true,
  report: true,
  wait: true,
  scripts: true,
  timeZone: true,
  bucketing: true,
  assignment: true,
  earlierForm: true,
  bodyLimit: true,
  scriptsPerCall: true,
  loadOnWrite: true,
} as const satisfies Record<keyof FlagsOptions, true>
