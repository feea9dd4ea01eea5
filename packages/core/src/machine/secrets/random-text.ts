import type { Random } from '../../ports.ts'

/**
 * Letters and digits of ids and secrets: 32 of them, so that five random bits select one, each with the same
 * probability.
 */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A random string of this many characters, five bits each. */
export const randomText = (random: Random, length: number): string =>
  Array.from(random(length), (byte) => ALPHABET[byte & 31]).join('')

/** Encodes bytes in hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
