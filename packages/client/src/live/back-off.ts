import type { Random } from '@signalbox/core/evaluate'

const FIRST_MS = 200
const LONGEST_MS = 10_000

/**
 * Milliseconds until the next attempt after so many failures in a row: twice as many each time up to 10 seconds, half of them left to
 * chance, so that clients do not come back all at once.
 */
export function backOff(failures: number, random: Random): number {
  const [byte = 0] = random(1)
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (0.5 + byte / 510)
}

/** Chance from the runtime. */
export const secureRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))
