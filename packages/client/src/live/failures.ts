import type { Context } from '@signalbox/core/evaluate'
import { SignalboxError } from '@signalbox/core/wire'
import type { OnError } from './live-options.ts'

/**
 * The failures that are worth a retry; every other code is final. UNAUTHENTICATED is one, because a key may become
 * valid again.
 */
const passing: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'])

/** Whether the server has refused for good. Failures without a response may be retried. */
export const isRefusal = (error: unknown): boolean => error instanceof SignalboxError && !passing.has(error.code)

/** Whether the server rejected the credentials, which affects every call. */
export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof SignalboxError && error.code === 'UNAUTHENTICATED'

/** The pause in milliseconds that the server requested, capped; 0 if it did not request one. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof SignalboxError ? Math.min(error.retryAfter ?? 0, LONGEST_SECONDS) * 1000 : 0

const LONGEST_SECONDS = 60

/** What to return when a call fails. */
export interface Instead<T> {
  /** The value to return with `onError: 'default'`. */
  readonly default?: T
  /** What to do on failure. @default the option `onError` of `live`, else 'default' */
  readonly onError?: OnError<T>
}

/** The options of a question for a variant. */
export interface VariantOptions<T> extends Instead<T> {
  /** What is known of the client, for the audience of the experiment. Its `id`, if any, must be the client's. @default {} */
  readonly context?: Context
}

/** Handles a failure: throws it, calls the caller's function, or returns the default. */
export function instead<T>(error: unknown, onError: OnError<T>, otherwise: () => T): T {
  if (onError === 'throw') throw error
  return onError === 'default' ? otherwise() : onError(error)
}

/** The failure of a call about a record that is unknown. */
export const missing = (what: string) =>
  new SignalboxError('NOT_FOUND', `${what} does not exist, or the caller may not read it`)
