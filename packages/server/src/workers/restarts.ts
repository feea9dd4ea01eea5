const FIRST_MS = 100
const LAST_MS = 15_000
/** A process that lived this long did not fail at its start. */
const LONG_MS = 60_000

/** How long to wait before a process is started again: longer each time that it ends soon after its start. */
export interface Restarts {
  started(now: number): void
  /** The process has ended. Returns the milliseconds to wait. */
  ended(now: number): number
}

/** Creates the pauses of one process. `random` returns a number from 0 to 1. */
export function restarts(random: () => number): Restarts {
  let pause = FIRST_MS
  let startedAt = Number.NEGATIVE_INFINITY
  return {
    started(now) {
      startedAt = now
    },
    ended(now) {
      if (now - startedAt >= LONG_MS) pause = FIRST_MS
      const wait = pause * (0.5 + random() / 2)
      pause = Math.min(2 * pause, LAST_MS)
      return wait
    },
  }
}
