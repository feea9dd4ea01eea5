import type { Random } from '@signalbox/core/evaluate'

const FIRST_MS = 200

/**
 * Milliseconds until the next attempt after so many failures in a row: twice as many each time up to a bound, half of them left to
 * chance, so that clients do not come back all at once.
 */
export function backOff(failures: number, random: Random, longest = 10_000): number {
  const [byte = 0] = random(1)
  return Math.min(longest, FIRST_MS * 2 ** failures) * (0.5 + byte / 510)
}

/** Chance from the runtime. */
export const secureRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** A key that nobody else has: 128 random bits, in hexadecimal. */
export const newKey = (random: Random): string =>
  [...random(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
