import type { Random } from '../ports.ts'

/** The prefix of every client secret, so that leaked secrets are recognized. */
export const SECRET_PREFIX = 'sbx_'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_DIGITS = 32
const CHECK_DIGITS = 6

/**
 * The format of client secrets, for leak scanners: the prefix, 32 random base-62 digits (190 bits) and 6 check digits.
 */
export const SECRET_FORMAT = /^sbx_[0-9A-Za-z]{38}$/

/** Generates a new client secret. */
export function generateSecret(random: Random): string {
  let digits = ''
  while (digits.length < RANDOM_DIGITS)
    // 248 is the largest multiple of 62 in a byte: higher values would make some digits likelier than others.
    for (const byte of random(RANDOM_DIGITS))
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += DIGITS[byte % 62]
  const text = SECRET_PREFIX + digits
  return text + checkOf(text)
}

/** Whether a text has the format and check digits of a secret, valid or not. Leak scanners can tell this offline. */
export const isSecretText = (text: string): boolean =>
  SECRET_FORMAT.test(text) && checkOf(text.slice(0, -CHECK_DIGITS)) === text.slice(-CHECK_DIGITS)

/** The check digits of a text: its CRC-32 as six base-62 digits. */
function checkOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECK_DIGITS; i++) {
    digits = DIGITS[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** CRC-32 (IEEE 802.3) of ASCII text. */
function crc32(text: string): number {
  let crc = ~0
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
