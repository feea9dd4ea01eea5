import type { Assignment } from '../experiments/assign.ts'
import type { Environment } from '../features/strategies/strategy.ts'
import type { Ports } from '../ports.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/**
 * The ports and settings of an instance with features, configs, experiments, scripts and events. Every option has a
 * default.
 */
export interface FlagsOptions extends Partial<Omit<Ports, 'passwords' | 'fetch'>> {
  /** The IANA name of the time zone for dates without a zone. @default 'UTC' */
  readonly timeZone?: string
  /**
   * The hash that assigns clients to percentages. `classic` keeps the buckets of the previous feature service. @default 'murmur3'
   */
  readonly bucketing?: Environment['bucketing']
  /** How experiments choose variants. `classic` chooses like the previous feature service. @default 'balanced' */
  readonly assignment?: Assignment
  /**
   * Adds members that clients of the previous feature service expect: `startAt` and `endAt` of hours, descriptions of
   * experiments.
   * @default false
   */
  readonly earlierForm?: boolean
  /** The most bytes of JSON in a record. @default 1048576 */
  readonly bodyLimit?: number
  /**
   * The most different scripts that one call runs, such as reading a tree. Features with further scripts are inactive.
   * @default 1000
   */
  readonly scriptsPerCall?: number
  /**
   * Whether the first write of a feature loads all features, so that `isActive` knows them at once. A program that only
   * moves records, such as an import, does not need them in memory; evaluation loads them in any case. @default true
   */
  readonly loadOnWrite?: boolean
  /** Observes the instance, for metrics and traces. @default none */
  readonly telemetry?: Telemetry
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
  telemetry: true,
} as const satisfies Record<keyof FlagsOptions, true>
