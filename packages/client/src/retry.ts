import type { Random, Wait } from '@signalbox/core/evaluate'
import { type Call, SignalboxError } from '@signalbox/core/wire'
import type { RemoteOperation } from './row.ts'

/** Retries of calls that failed because the service did not respond, or responded with 429 or 502 to 504. */
export interface RetryOptions {
  /** The maximum number of retries of a call. @default 2 */
  readonly limit?: number
  /**
   * The longest pause before the first retry, in milliseconds. It doubles with each retry; the actual pause is random.
   * @default 200
   */
  readonly delayMs?: number
  /** The upper bound of all pauses, in milliseconds. @default 2000 */
  readonly maxDelayMs?: number
  /**
   * The longest pause in milliseconds that the service may request with `Retry-After`. A call that would have to wait
   * longer fails at once.
   * @default 10000
   */
  readonly maxRetryAfterMs?: number
}

/** The pauses between attempts, shared by calls and connections. */
export interface Pauses {
  readonly limit: number
  readonly maxRetryAfterMs: number
  /** The pause in milliseconds after `failures` earlier failures in a row and this one. */
  after(failures: number, error: unknown): number
  readonly wait: Wait
}

/** Exponential backoff with full jitter, so that clients that failed together do not come back together. */
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

/** Wraps the call of an operation so that it is retried where that is safe. */
export const retrying =
  (attempt: Call, { repeats }: RemoteOperation, { limit, maxRetryAfterMs, after, wait }: Pauses): Call =>
  async (input, options = {}) => {
    const { signal, ifMatch, idempotencyKey } = options
    // If the first attempt succeeded but its response was lost, the version has changed and `ifMatch` would fail.
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
