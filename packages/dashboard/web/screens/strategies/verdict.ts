import type { Feature } from '@signalbox/core/contract'
import type { Environment, Explanation } from '@signalbox/core/evaluate'
import { viewOf } from './index.ts'
import type { Explained, Reason } from './strategy.ts'

/** A result in words. Both texts say which of the two results they explain. */
export interface Verdict {
  readonly active: boolean
  /** The numbers that decided, as a sentence. */
  readonly because: string
  /** The same in a few words, for comparisons: `bucket 63,314 is outside the first 25,000`. */
  readonly briefly: string
}

/** Puts the result of a feature into words. `bucketing` is that of the service. */
export function verdictOf(feature: Feature, result: Explained, bucketing: Environment['bucketing']): Verdict {
  const [because, briefly] = reasonOf(feature, result, bucketing)
  return { active: result.active, because, briefly }
}

function reasonOf(feature: Feature, result: Explained, bucketing: Environment['bucketing']): Reason {
  const { explanation } = result
  if (explanation.reason === 'DISABLED') return ['The feature is off.', 'off']
  if (explanation.reason === 'ERROR') return errorReason(explanation)
  return viewOf(feature.activationStrategy).because(result, feature.parameters, bucketing)
}

function errorReason({ errorCode, message }: Explanation): Reason {
  if (errorCode === 'TARGETING_KEY_MISSING' && message === undefined) return ['The context has no id.', 'no id']
  return [`${message ?? 'It could not be evaluated'}.`.replace(/\.\.$/, '.'), errorCode ?? 'failed']
}
