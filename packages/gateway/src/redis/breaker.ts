/** Calls something only while it answers. */
export interface Breaker {
  /** Makes a call. Rejects at once while the last calls failed, but for one call at a time that tries again. */
  call<T>(work: () => Promise<T>): Promise<T>
}

/** Failures in a row after which calls are not made. */
const MOST_FAILURES = 5
/** For how long, in milliseconds. */
const PAUSE_MS = 500

/** Creates a breaker. `elapsed` is in milliseconds that only ever grow. */
export function createBreaker(elapsed: () => number): Breaker {
  let failures = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let last: unknown

  return {
    async call(work) {
      if (failures >= MOST_FAILURES) {
        const now = elapsed()
        if (now < pausedUntil) throw new Error('Calls are paused, because the last ones failed', { cause: last })
        pausedUntil = now + PAUSE_MS
      }
      try {
        const done = await work()
        failures = 0
        return done
      } catch (error) {
        failures++
        last = error
        pausedUntil = elapsed() + PAUSE_MS
        throw error
      }
    },
  }
}
