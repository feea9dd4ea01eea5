import type { Random } from '@signalbox/core/gateway'

const FIRST_MS = 250
const LAST_MS = 15_000

/** A failure that another attempt does not change, such as a gateway key that does not exist. */
export class LastingFailure extends Error {
  override readonly name = 'LastingFailure'
}

/** How long to wait before each attempt. */
export interface RetryPauses {
  /** The milliseconds to wait after a failure. They double with each failure, and vary from zero on (full jitter). */
  after(error: unknown): number
  /** An attempt has succeeded: begins with short pauses again. */
  restart(): void
}

/** Pauses from 0.25 to 15 seconds. After a lasting failure they have their full length, at once. */
export function retryPauses(random: Random): RetryPauses {
  let pause = FIRST_MS
  return {
    after(error) {
      if (error instanceof LastingFailure) return LAST_MS
      const ms = (pause * (random(1)[0] as number)) / 255
      pause = Math.min(2 * pause, LAST_MS)
      return ms
    },
    restart() {
      pause = FIRST_MS
    },
  }
}
