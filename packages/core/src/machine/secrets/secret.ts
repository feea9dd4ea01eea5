import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Random } from '../../ports.ts'
import { toHex } from './random-text.ts'

const encoder = new TextEncoder()

/**
 * Hashes a secret for storage: a random salt, and HMAC-SHA-256 keyed with it. Only for long random secrets; passwords
 * need a slow hash (`Passwords`).
 */
export function hashSecret(secret: string, random: Random): string {
  const salt = toHex(random(16))
  return `hmac-sha256$${salt}$${macOf(salt, secret)}`
}

/** Whether a secret matches the stored hash. Takes the same time either way. */
export function isSecret(secret: string, stored: string): boolean {
  const [, salt = '', mac = ''] = stored.split('$')
  return isEqual(macOf(salt, secret), mac)
}

/** A hash that no secret matches, so that an unknown id takes as long as a wrong secret. */
export const noSecret = `hmac-sha256$${'0'.repeat(32)}$${'0'.repeat(64)}`

/** SHA-256 of a string, in hexadecimal. */
export const digest = (text: string): string => toHex(sha256(encoder.encode(text)))

/** SHA-256 of a string, in Base64. */
export const sha256Base64 = (text: string): string => btoa(String.fromCharCode(...sha256(encoder.encode(text))))

/** SHA-256 of a string that comes in pieces. */
export function createDigest() {
  const hash = sha256.create()
  return {
    add: (piece: string): void => void hash.update(encoder.encode(piece)),
    end: (): string => toHex(hash.digest()),
  }
}

const macOf = (salt: string, secret: string): string =>
  toHex(hmac(sha256, encoder.encode(salt), encoder.encode(secret)))

/**
 * A keyed digest (HMAC-SHA-256) with a random key that never leaves the closure. The key is drawn at the first use,
 * because workers have no random numbers before their first request. For a key that exists, pass a function that returns
 * it.
 */
export function keyedDigest(random: Random): (text: string) => Uint8Array {
  let keyed: ReturnType<typeof hmac.create> | undefined
  return (text) => {
    keyed ??= hmac.create(sha256, random(32))
    return keyed.clone().update(encoder.encode(text)).digest()
  }
}

/** Whether two strings or byte arrays are equal, in constant time. */
export function isEqual<T extends string | Uint8Array>(a: T, b: T): boolean {
  let difference = a.length ^ b.length
  // One loop for each type: they are a fifth of the price of a loop for both.
  if (typeof a === 'string' && typeof b === 'string')
    for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  else for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number)
  return difference === 0
}
