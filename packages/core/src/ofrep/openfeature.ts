import type { Explanation } from '../features/explanation.ts'
import type { Feature } from '../features/feature.ts'
import type { Context } from '../features/strategies/strategy.ts'
import { isObject, own } from '../json.ts'

/** OpenFeature's evaluation context: `targetingKey` names the one a flag is evaluated for. */
export type EvaluationContext = Readonly<Record<string, unknown>>

/** What OpenFeature lets a flag tell of itself: members that are no objects. */
export type FlagMetadata = Record<string, string | number | boolean>

/** A feature as a flag of OpenFeature: whether it is active, and why. */
export interface FlagEvaluation {
  readonly value: boolean
  readonly reason: Exclude<Explanation['reason'], 'ERROR'>
  /** The name of the outcome. */
  readonly variant: string
  readonly metadata: FlagMetadata
}

/** What a feature stands for while it is active, or while it is not. */
export interface Outcome {
  /** `on` or `off`, unless the feature names it. */
  readonly variant: string
  /** What flags that are no booleans are then; absent where the feature does not say. */
  readonly value?: unknown
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

/**
 * The outcome of a feature: of `metadata.openfeature` the member `on` or `off`, `{ variant, value }`, both of which may be missing.
 * So one feature may decide over a text, a number or an object.
 */
export function outcomeOf({ metadata = {} }: Feature, active: boolean): Outcome {
  const name = active ? 'on' : 'off'
  const outcomes = own(metadata, 'openfeature')
  const outcome = isObject(outcomes) ? own(outcomes, name) : undefined
  if (!isObject(outcome)) return { variant: name }
  const variant = own(outcome, 'variant')
  const value = own(outcome, 'value')
  return { variant: typeof variant === 'string' ? variant : name, ...(value !== undefined && { value }) }
}

/** A feature and why it is as it is, in OpenFeature's words. */
export function toFlag(
  feature: Feature,
  { active, explanation }: { readonly active: boolean; readonly explanation: Explanation },
): FlagEvaluation | FlagFailure {
  const { reason, errorCode = 'GENERAL', message = `The feature ${feature.id} could not be decided` } = explanation
  if (reason === 'ERROR') return { errorCode, errorDetails: message }
  return { value: active, reason, variant: outcomeOf(feature, active).variant, metadata: flagMetadata(feature) }
}
