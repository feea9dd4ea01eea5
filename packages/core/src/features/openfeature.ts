import type { Explanation } from './evaluate.ts'
import type { Feature } from './feature.ts'
import type { Context } from './strategies/strategy.ts'

/** OpenFeature's evaluation context: `targetingKey` names the one a flag is evaluated for. */
export type EvaluationContext = Readonly<Record<string, unknown>>

/** What OpenFeature lets a flag tell of itself: members that are no objects. */
export type FlagMetadata = Record<string, string | number | boolean>

/** The codes of the OpenFeature specification, section 1.7 of its types. */
export type OpenFeatureCode =
  | 'PROVIDER_NOT_READY'
  | 'FLAG_NOT_FOUND'
  | 'PARSE_ERROR'
  | 'TYPE_MISMATCH'
  | 'TARGETING_KEY_MISSING'
  | 'INVALID_CONTEXT'
  | 'PROVIDER_FATAL'
  | 'GENERAL'

/** A feature as a flag of OpenFeature: whether it is active, and why. */
export interface FlagEvaluation {
  readonly value: boolean
  readonly reason: Exclude<Explanation['reason'], 'ERROR'>
  /** `on` where the feature is active, else `off`. */
  readonly variant: 'on' | 'off'
  readonly metadata: FlagMetadata
}

/** A feature that could not be decided in a context. */
export interface FlagFailure {
  readonly errorCode: NonNullable<Explanation['errorCode']>
  readonly errorDetails: string
}

/**
 * The context that a feature is checked in: what OpenFeature calls `targetingKey` is its `id`, and wins over a member of that
 * name; without one, `id` stays as it is (decisions 4.8).
 */
export function toContext(evaluation: EvaluationContext = {}): Context {
  const { targetingKey } = evaluation
  return targetingKey === undefined ? evaluation : { ...evaluation, id: targetingKey }
}

/** What a flag tells of a feature: the members of its metadata that are no objects, and its strategy. */
export function flagMetadata({ metadata = {}, activationStrategy }: Feature): FlagMetadata {
  const scalars = Object.entries(metadata).filter(([, value]) => isScalar(value))
  return { ...(Object.fromEntries(scalars) as FlagMetadata), strategy: activationStrategy }
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** A feature and why it is as it is, in OpenFeature's words. */
export function toFlag(
  feature: Feature,
  { active, explanation }: { readonly active: boolean; readonly explanation: Explanation },
): FlagEvaluation | FlagFailure {
  const { reason, errorCode = 'GENERAL', message = `The feature ${feature.id} could not be decided` } = explanation
  if (reason === 'ERROR') return { errorCode, errorDetails: message }
  return { value: active, reason, variant: active ? 'on' : 'off', metadata: flagMetadata(feature) }
}
