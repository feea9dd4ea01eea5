import type { Context, Test } from '../../conditions/context.ts'
import type { CompiledCondition, ConditionEnvironment } from '../../conditions/environment.ts'
import type { Lacking } from '../../conditions/lacking.ts'
import type { PatternEngine } from '../../conditions/patterns.ts'
import type { LiveReferences, ReferenceKind } from '../../conditions/references.ts'
import type { ConfigRulesEngine } from '../../configs/evaluate.ts'
import type { Static, TSchema } from '../../machine/schema/schema.ts'
import type { TimeZone } from '../../machine/time/time.ts'
import type { Clock } from '../../ports.ts'
import type { Segment } from '../../segments/segment.ts'
import type { RulesParameters } from './rule.ts'

/** What decides features and configs with rules, and segments (`loadTargeting`). A port, because it is large and not always needed. */
export interface TargetingEngine extends ConfigRulesEngine {
  compileRules(parameters: RulesParameters, environment: Environment, id: string): Test
  explainRules(parameters: RulesParameters, environment: Environment, id: string, context: Context | undefined): Details
  compileSegment(segment: Segment, environment: ConditionEnvironment): CompiledCondition
}

/** The settings of an instance that strategies use. */
export interface Environment extends Partial<Pick<LiveReferences, 'segment' | 'feature' | 'evaluation'>> {
  readonly clock: Clock
  /** The time zone for dates without a zone. */
  readonly zone: TimeZone
  /** `classic` keeps the buckets of the previous feature service. */
  readonly bucketing: 'murmur3' | 'classic'
  /** Required for features and configs with rules. */
  readonly targeting?: TargetingEngine | undefined
  /** The engine of regular expressions (`loadPatterns`), for rules that use `matches`. */
  readonly patterns?: PatternEngine | undefined
  /** Whether explanations may show a segment or a feature; others are hidden. @default every one */
  readonly mayRead?: (kind: ReferenceKind, id: string) => boolean
  /** Receives shares whose attribute the context lacks. @default none */
  readonly lacking?: Lacking | undefined
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
  /** Whether it has conditions, which need `targeting` of the environment. @default false */
  readonly needsTargeting?: boolean
  /** The reason for a result. */
  readonly reason: (active: boolean) => Reason
  /** Prepares everything that does not depend on the context. Absent for scripts, which must be awaited. */
  readonly compile?: (parameters: Static<S>, environment: Environment, id: string) => Test
  /** The numbers behind a result. May have a `reason` of its own. */
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
