import type { Wait } from '@signalbox/core/evaluate'

/** How long some work may take. */
export interface TimeLimit {
  readonly ms: number
  readonly wait: Wait
  /** Cancels the work when it aborts. */
  readonly signal: AbortSignal
  /** The name of the work for error messages, such as `request for all records`. */
  readonly what: string
}

/**
 * Runs some work with a timeout. Rejects if it takes too long or is cancelled; the signal that the work received then
 * aborts.
 */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => PromiseLike<T>,
  { ms, wait, signal, what }: TimeLimit,
): Promise<T> {
  const [working, timing] = [new AbortController(), new AbortController()]
  const settled = new Promise<never>((_, reject) => {
    const giveUp = (message: string) => {
      reject(new Error(message))
      working.abort()
    }
    const onAbort = () => giveUp(`The ${what} was cancelled`)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    timing.signal.addEventListener('abort', () => signal.removeEventListener('abort', onAbort))
    void wait(ms, timing.signal).then(() => giveUp(`The ${what} timed out after ${ms} ms`))
  })
  settled.catch(() => {})
  try {
    return await Promise.race([work(working.signal), settled])
  } finally {
    timing.abort()
  }
}
