import type { Context, Test } from '../../context.ts'
import type { Clock } from '../../ports.ts'
import type { Static, TSchema } from '../../schema.ts'
import type { TimeZone } from '../../time.ts'

/** The settings of an instance that strategies use. */
export interface Environment {
  readonly clock: Clock
  /** The time zone for dates without a zone. */
  readonly zone: TimeZone
  /** `classic` keeps the buckets of the previous feature service. */
  readonly bucketing: 'murmur3' | 'classic'
}

/** The reason of an evaluation, in OpenFeature's words. */
export type Reason = 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'DISABLED' | 'ERROR'

/** The numbers that led to the result, by name. */
export type Details = Readonly<Record<string, unknown>>

/** A way to decide whether an enabled feature is active: a row of the contract's table. */
export interface Strategy<S extends TSchema = TSchema> {
  /** JSON Schema of `parameters`; absent if the strategy has none. */
  readonly parameters?: S
  /** Whether a check needs a context. */
  readonly needsContext: boolean
  /** The reason for a result. */
  readonly reason: (active: boolean) => Reason
  /** Prepares everything that does not depend on the context. Absent for scripts, which must be awaited. */
  readonly compile?: (parameters: Static<S>, environment: Environment, id: string) => Test
  /** The numbers behind a result. */
  readonly explain?: (
    parameters: Static<S>,
    environment: Environment,
    id: string,
    context: Context | undefined,
  ) => Details
}

/** Declares a strategy with parameters typed by their schema. */
export const defineStrategy = <const S extends TSchema>(strategy: Strategy<S>): Strategy<S> => strategy

/** The reason of a strategy that matches clients. */
export const matched = (active: boolean): Reason => (active ? 'TARGETING_MATCH' : 'DEFAULT')

/** A parameter that names a time zone, for strategies that read local times. */
export const timezone = { type: 'string', format: 'time-zone', description: 'IANA name' } as const
