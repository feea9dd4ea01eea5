import type { Clock } from '../../ports.ts'
import type { Static, TSchema } from '../../schema.ts'
import type { TimeZone } from '../../time.ts'

/** What a caller knows of the one a feature is checked for. `id` is the key that percentages and lists go by. */
export type Context = Readonly<Record<string, unknown>>

/** Answers for a context; it may be called millions of times a second, so it allocates nothing. */
export type Test = (context: Context | undefined) => boolean

/** What an instance lends to its strategies. */
export interface Environment {
  readonly clock: Clock
  /** The zone of dates that name none. */
  readonly zone: TimeZone
  /** `classic` keeps the buckets of the earlier system. */
  readonly bucketing: 'murmur3' | 'classic'
}

/** Why a feature is as it is, in OpenFeature's words. */
export type Reason = 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'DISABLED' | 'ERROR'

/** The numbers that decided, by name. */
export type Details = Readonly<Record<string, unknown>>

/** One way to decide whether an enabled feature is active: a row of the contract's table. */
export interface Strategy<S extends TSchema = TSchema> {
  /** JSON Schema of `parameters`; absent where there are none. */
  readonly parameters?: S
  /** Whether a check must carry a context. */
  readonly needsContext: boolean
  /** The reason for an answer. */
  readonly reason: (active: boolean) => Reason
  /** Prepares everything that does not depend on the caller. Absent for strategies that must be awaited (scripts). */
  readonly compile?: (parameters: Static<S>, environment: Environment, id: string) => Test
  /** The numbers behind an answer. */
  readonly explain?: (
    parameters: Static<S>,
    environment: Environment,
    id: string,
    context: Context | undefined,
  ) => Details
}

/** Declares a strategy, its parameters typed by their schema. */
export const defineStrategy = <const S extends TSchema>(strategy: Strategy<S>): Strategy<S> => strategy

/** The reason of a strategy that looks for a match. */
export const matched = (active: boolean): Reason => (active ? 'TARGETING_MATCH' : 'DEFAULT')

/** A parameter that names a time zone, for strategies that read local times. */
export const timezone = { type: 'string', format: 'time-zone', description: 'IANA name' } as const
