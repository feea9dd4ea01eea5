import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Passwords } from '@signalbox/core'

const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const LENGTH = 32
/** The stored form: a salt and a key of 32 bytes. */
const STORED = /^scrypt\$[A-Za-z0-9+/]+={0,2}\$[A-Za-z0-9+/]{43}=$/

/** Hashes passwords with scrypt (RFC 7914), N = 2^15, r = 8, p = 3, without blocking the event loop. */
export const scryptPasswords: Passwords = {
  async hash(password) {
    const salt = randomBytes(16)
    return `scrypt$${salt.toString('base64')}$${(await derive(password, salt)).toString('base64')}`
  },
  isHash: (text) => STORED.test(text),
  async verify(password, stored) {
    const [name, salt = '', key = ''] = stored.split('$')
    const expected = Buffer.from(key, 'base64')
    if (name !== 'scrypt' || expected.length !== LENGTH) return false
    return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64')), expected)
  },
}

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, LENGTH, COST, (error, key) => (error ? reject(error) : resolve(key))),
  )
