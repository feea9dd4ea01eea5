/** How long a target takes to respond, if known. Times are of `performance.now`. */
export interface ResponseTime {
  /** A response took this many milliseconds. */
  observed(ms: number, now: number): void
  /** Milliseconds that a response is expected to take; `undefined` before the first response. */
  at(now: number): number | undefined
}

/** The time in which an observation loses most of its weight, in milliseconds. */
const DECAY_MS = 10_000

/**
 * Keeps an average in which old observations fade (a peak EWMA): a slower response counts at once, faster ones bring it
 * down over ten seconds. Without responses it fades too, so that a slow target is tried again.
 */
export function createResponseTime(): ResponseTime {
  let average: number | undefined
  let last = 0

  return {
    observed(ms, now) {
      const kept = Math.exp(-Math.max(0, now - last) / DECAY_MS)
      average = average === undefined || ms > average * kept ? ms : average * kept + ms * (1 - kept)
      last = Math.max(last, now)
    },
    at: (now) => average && average * Math.exp(-Math.max(0, now - last) / DECAY_MS),
  }
}
