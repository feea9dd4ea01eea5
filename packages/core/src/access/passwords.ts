import { isEqual } from '../machine/secrets/secret.ts'
import type { Passwords, Random } from '../ports.ts'

const ROUNDS = 600_000
/** The stored form of a password. Limits the rounds, and thereby the cost of a login. */
const STORED = /^pbkdf2-sha256\$([1-9]\d{0,6})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/
const encoder = new TextEncoder()

/**
 * Hashes passwords with PBKDF2-SHA-256 (600,000 rounds) from the Web Crypto API, which runs everywhere. Servers may use
 * a stronger hash.
 */
export function pbkdf2Passwords(random: Random): Passwords {
  return {
    async hash(password) {
      const salt = toBase64(random(16))
      return `pbkdf2-sha256$${ROUNDS}$${salt}$${await derive(password, salt, ROUNDS)}`
    },
    isHash: isPbkdf2Hash,
    async verify(password, stored) {
      const [, rounds, salt = '', key = ''] = STORED.exec(stored) ?? []
      return rounds !== undefined && isEqual(await derive(password, salt, Number(rounds)), key)
    },
  }
}

/** Whether a text is a hash of `pbkdf2Passwords`. */
export const isPbkdf2Hash = (text: string): boolean => STORED.test(text)

async function derive(password: string, salt: string, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations },
    key,
    256,
  )
  return toBase64(new Uint8Array(bits))
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
