import type { Random } from '@signalbox/core/evaluate'

const FIRST_MS = 200

/**
 * Milliseconds until the next attempt after `failures` failures in a row. Doubles each time up to `longest`; half of it
 * is random, so that clients do not all come back at once.
 */
export function backOff(failures: number, random: Random, longest = 10_000): number {
  const [byte = 0] = random(1)
  return Math.min(longest, FIRST_MS * 2 ** failures) * (0.5 + byte / 510)
}

/** Random bytes from the runtime's secure generator. */
export const secureRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** A unique key: 128 random bits, in hexadecimal. */
export const newKey = (random: Random): string =>
  [...random(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
