import type { Random, Wait } from '@signalbox/core/evaluate'
import type { Call } from '@signalbox/core/wire'
import { SignalboxError } from '@signalbox/core/wire'
import type { RemoteOperation } from './row.ts'

/** When calls are made again that failed for want of a service: it did not answer, or answered 429 or 502 to 504. */
export interface RetryOptions {
  /** How many times a call is repeated at most. @default 2 */
  readonly limit?: number
  /** The longest pause before the first repeat, in milliseconds; twice as long before each next one. The pause itself is left to chance. @default 200 */
  readonly delayMs?: number
  /** The longest pause of all. @default 2000 */
  readonly maxDelayMs?: number
  /** The longest pause that the service may ask for (`Retry-After`); a call that would have to wait longer fails at once. @default 10000 */
  readonly maxRetryAfterMs?: number
}

/** The pauses between attempts: the same ones for calls and for connections. */
export interface Pauses {
  readonly limit: number
  readonly maxRetryAfterMs: number
  /** Milliseconds after so many failures in a row, of which the last is this one. */
  after(failures: number, error: unknown): number
  readonly wait: Wait
}

/** Exponential, with full jitter: clients that failed together do not come back together. */
export function createPauses({
  limit = 2,
  delayMs = 200,
  maxDelayMs = 2000,
  maxRetryAfterMs = 10_000,
  wait,
  random,
}: RetryOptions & { readonly wait: Wait; readonly random: Random }): Pauses {
  return {
    limit,
    maxRetryAfterMs,
    wait,
    after(failures, error) {
      const [byte = 0] = random(1)
      const asked = (error instanceof SignalboxError && error.retryAfter) || 0
      return asked * 1000 + (Math.min(maxDelayMs, delayMs * 2 ** failures) * byte) / 255
    },
  }
}

/** The call of an operation, made again where that can do no harm. */
export const retrying =
  (attempt: Call, { repeats }: RemoteOperation, { limit, maxRetryAfterMs, after, wait }: Pauses): Call =>
  async (input, options = {}) => {
    const { signal, ifMatch, idempotencyKey } = options
    // A first attempt whose answer was lost would make the version another one.
    const mayRepeat = repeats === 'always' ? ifMatch === undefined : repeats === 'key' && idempotencyKey !== undefined
    for (let failures = 0; ; failures++) {
      try {
        return await attempt(input, options)
      } catch (error) {
        const pause = after(failures, error)
        if (!mayRepeat || failures >= limit || !isPassing(error) || pause > maxRetryAfterMs) throw error
        await wait(pause, signal)
        signal?.throwIfAborted()
      }
    }
  }

const isPassing = (error: unknown): boolean =>
  error instanceof SignalboxError && ['UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(error.code)
