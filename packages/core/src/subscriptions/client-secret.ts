import type { Random } from '../ports.ts'

/** What every secret of a credential begins with, so that it is known for what it is wherever it turns up. */
export const SECRET_PREFIX = 'sbx_'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_DIGITS = 32
const CHECK_DIGITS = 6

/** What a secret looks like: the prefix, 32 random digits of base 62 (190 bits), 6 that check them. For scanners of leaks. */
export const SECRET_FORMAT = /^sbx_[0-9A-Za-z]{38}$/

/** A new secret. */
export function generateSecret(random: Random): string {
  let digits = ''
  while (digits.length < RANDOM_DIGITS)
    // 248 is the last multiple of 62 in a byte: what is above would make some digits likelier than others.
    for (const byte of random(RANDOM_DIGITS))
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += DIGITS[byte % 62]
  const text = SECRET_PREFIX + digits
  return text + checkOf(text)
}

/** Whether a text is a secret by its form and its check, valid or not: what a scanner of leaks can tell without asking. */
export const isSecretText = (text: string): boolean =>
  SECRET_FORMAT.test(text) && checkOf(text.slice(0, -CHECK_DIGITS)) === text.slice(-CHECK_DIGITS)

/** The CRC-32 of what stands before it, as six digits of base 62. */
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
