import { reasonsOf } from './failures.ts'

const LONGEST_PAUSE_MS = 100
/** About five seconds. */
const MAX_TRIES = 50

/** Retries a request while it fails for these reasons, which pass within moments. */
export async function untilReady<T>(
  signal: AbortSignal,
  passing: readonly string[],
  request: () => Promise<T>,
): Promise<T> {
  for (let tried = 1, pause = 2; ; tried++, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted()
    try {
      return await request()
    } catch (error) {
      const reasons = reasonsOf(error)
      if (tried === MAX_TRIES || !passing.some((reason) => reasons.has(reason))) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
