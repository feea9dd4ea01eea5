/** Slower requests are always logged. */
const SLOW_MS = 1000

/**
 * Returns a function that tells whether a request is logged: a share of those with a status below 400, from 0 to 1, and
 * all errors and requests that take longer than a second.
 */
export function createSampling(sample: number): (status: number, ms: number) => boolean {
  let share = 0
  return (status, ms) => {
    if (status >= 400 || ms > SLOW_MS) return true
    share += sample
    if (share < 1) return false
    share -= 1
    return true
  }
}
