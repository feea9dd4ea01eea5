import type { Config } from '../configs/config.ts'
import type { ConfigDecision } from '../configs/evaluate.ts'
import type { Explanation } from '../features/explanation.ts'
import type { Feature } from '../features/feature.ts'
import type { TracedAttributes } from '../machine/net/tracing-api.ts'
import { outcomeOf } from '../ofrep/openfeature.ts'

/** The name of the event of an evaluation, in the semantic conventions of OpenTelemetry for feature flags. */
export const EVALUATION = 'feature_flag.evaluation'

const MOST_CHARACTERS = 256

/** The attributes of the evaluation of a feature: its variant, `on` or `off` unless it names them, and not its value. */
export function featureAttributes(feature: Feature, isActive: boolean, explanation: Explanation): TracedAttributes {
  const { reason, errorCode, message, script } = explanation
  return {
    ...attributesOf(feature.id, reason),
    'feature_flag.result.variant': outcomeOf(feature, isActive).variant,
    // The messages of scripts are written by them, and may hold anything of the context.
    ...(reason === 'ERROR' && failure(errorCode, script === undefined ? message : undefined)),
  }
}

/** The attributes of the evaluation of a config: its variant, or the value of a typed config if it is short. */
export function configAttributes(config: Config, decision: ConfigDecision): TracedAttributes {
  const { reason, variant, errorCode, message } = decision
  const value = variant === undefined && config.type !== undefined ? shortValue(decision.value) : undefined
  return {
    ...attributesOf(config.id, reason),
    ...(variant !== undefined && { 'feature_flag.result.variant': variant }),
    ...(value !== undefined && { 'feature_flag.result.value': value }),
    ...(reason === 'ERROR' && failure(errorCode, message)),
  }
}

/** The attributes of the assignment of a client to a variant of an experiment. */
export const experimentAttributes = (experiment: string, variant: string): TracedAttributes => ({
  ...attributesOf(experiment, 'SPLIT'),
  'feature_flag.result.variant': variant,
})

/** Whom an evaluation was for. */
export const contextAttributes = (id: unknown): TracedAttributes | undefined =>
  typeof id === 'string' || typeof id === 'number' ? { 'feature_flag.context.id': String(id) } : undefined

const attributesOf = (key: string, reason: string): TracedAttributes => ({
  'feature_flag.key': key,
  'feature_flag.provider.name': 'signalbox',
  'feature_flag.result.reason': reason.toLowerCase(),
})

const failure = (code: string | undefined, message: string | undefined): TracedAttributes => ({
  'error.type': (code ?? 'GENERAL').toLowerCase(),
  ...(message !== undefined && { 'feature_flag.error.message': message }),
})

/** A value as an attribute can have it: objects as JSON. `undefined` if it is too long. */
function shortValue(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_CHARACTERS ? undefined : text
}
