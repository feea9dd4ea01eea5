import { SignalboxError } from '@signalbox/core/wire'
import type { OnError } from './live-options.ts'

/** The codes of failures that another attempt may not meet; every other code is an answer. A key may be made valid again. */
const passing: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'])

/** Whether the server has refused for good. What never came to an answer may be tried again. */
export const isRefusal = (error: unknown): boolean => error instanceof SignalboxError && !passing.has(error.code)

/** Whether the server does not take the credentials, whatever the call. */
export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof SignalboxError && error.code === 'UNAUTHENTICATED'

/** Milliseconds that the server asked to wait, bounded; 0 when it did not. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof SignalboxError ? Math.min(error.retryAfter ?? 0, LONGEST_SECONDS) * 1000 : 0

const LONGEST_SECONDS = 60

/** What a call answers in place of a failure. */
export interface Instead<T> {
  /** What `onError: 'default'` answers. */
  readonly default?: T
  /** @default what the options of `live` say, else 'default' */
  readonly onError?: OnError<T>
}

/** Answers in place of a failure: throws it, asks the caller's function, or takes the default. */
export function instead<T>(error: unknown, onError: OnError<T>, otherwise: () => T): T {
  if (onError === 'throw') throw error
  return onError === 'default' ? otherwise() : onError(error)
}
