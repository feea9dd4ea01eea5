import type { Feature } from './feature.ts'
import type { Reason } from './strategies/strategy.ts'

/** Why a feature is active or not: the reason in OpenFeature's words, and the numbers that led to it. */
export interface Explanation {
  readonly reason: Reason
  readonly strategy: Feature['activationStrategy']
  readonly enabled: boolean
  /** With the reason ERROR: OpenFeature's code, and a message. */
  readonly errorCode?: 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT' | 'GENERAL'
  readonly message?: string
  readonly [detail: string]: unknown
}
