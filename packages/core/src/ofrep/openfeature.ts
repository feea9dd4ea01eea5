import type { Context } from '../conditions/context.ts'
import type { Config } from '../configs/config.ts'
import type { ConfigDecision } from '../configs/evaluate.ts'
import type { Explanation } from '../features/explanation.ts'
import type { Feature } from '../features/feature.ts'
import { isObject, own } from '../machine/json/json.ts'

/** OpenFeature's evaluation context. `targetingKey` identifies the subject of the evaluation. */
export type EvaluationContext = Readonly<Record<string, unknown>>

/** OpenFeature's flag metadata: strings, numbers and booleans. */
export type FlagMetadata = Record<string, string | number | boolean>

/** A feature as an OpenFeature flag: whether it is active, and why. */
export interface FlagEvaluation {
  readonly value: boolean
  readonly reason: Exclude<Explanation['reason'], 'ERROR'>
  /** The name of the variant. */
  readonly variant: string
  readonly metadata: FlagMetadata
}

/** A typed config as an OpenFeature flag: its value in the context, and why. */
export interface ConfigFlag {
  readonly value: unknown
  readonly reason: Exclude<ConfigDecision['reason'], 'ERROR'>
  /** The name of the variant of a split, or else of the rule: `rules/2` if it has none. `default` if no rule decided. */
  readonly variant: string
  readonly metadata: FlagMetadata
}

/** The variant and value of a feature while it is active, or while it is inactive. */
export interface Outcome {
  /** `on` or `off`, unless the feature names the variant. */
  readonly variant: string
  /** The value of flags that are not booleans; absent if the feature defines none. */
  readonly value?: unknown
}

/** The error of a flag that could not be evaluated. */
export interface FlagFailure {
  readonly errorCode: NonNullable<Explanation['errorCode']>
  readonly errorDetails: string
}

/**
 * Converts OpenFeature's evaluation context to the context of features. `targetingKey` becomes `id` and replaces a
 * member of that name. Without `targetingKey`, `id` stays as it is.
 *
 * @example
 * toContext({ targetingKey: 'ann', plan: 'pro' }) // { targetingKey: 'ann', plan: 'pro', id: 'ann' }
 */
export function toContext(evaluation: EvaluationContext = {}): Context {
  const { targetingKey } = evaluation
  return targetingKey === undefined ? evaluation : { ...evaluation, id: targetingKey }
}

/** The flag metadata of a feature: the scalar members of its metadata, and its strategy. */
export function flagMetadata({ metadata, activationStrategy }: Feature): FlagMetadata {
  return { ...scalarsOf(metadata), strategy: activationStrategy }
}

/** The flag metadata of a config: the scalar members of its metadata. */
export const configMetadata = ({ metadata }: Config): FlagMetadata => scalarsOf(metadata)

/** The members of metadata that flag metadata can have: strings, numbers and booleans. */
const scalarsOf = (metadata: object = {}): FlagMetadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => isScalar(value)))

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/**
 * The variant and value of a feature, from `on` or `off` in `metadata.openfeature`: `{ variant, value }`, both
 * optional. This lets a feature select a string, a number or an object.
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

/** A feature as an OpenFeature flag, or the failure of its evaluation. */
export function toFlag(
  feature: Feature,
  { active, explanation }: { readonly active: boolean; readonly explanation: Explanation },
): FlagEvaluation | FlagFailure {
  const { reason, errorCode = 'GENERAL', message = `The feature ${feature.id} could not be evaluated` } = explanation
  if (reason === 'ERROR') return { errorCode, errorDetails: message }
  return { value: active, reason, variant: outcomeOf(feature, active).variant, metadata: flagMetadata(feature) }
}

/** A typed config as an OpenFeature flag, or the failure of its evaluation. The flag metadata is that of the config. */
export function toConfigFlag(config: Config, decision: ConfigDecision): ConfigFlag | FlagFailure {
  const { value, reason, rule, errorCode = 'GENERAL' } = decision
  const { message = `The config ${config.id} could not be evaluated` } = decision
  if (reason === 'ERROR') return { errorCode, errorDetails: message }
  // The protocol makes the variant optional, but there are providers that fail without it.
  const { variant = rule ? `rules/${rule.index}` : 'default' } = decision
  return { value, reason, variant, metadata: configMetadata(config) }
}
