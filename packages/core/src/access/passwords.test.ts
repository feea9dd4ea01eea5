import { describe, expect, it } from 'vitest'
import { pbkdf2Passwords } from './passwords.ts'

const passwords = pbkdf2Passwords((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))

describe('PBKDF2 passwords', () => {
  it('are stored with 600,000 rounds of SHA-256 and a salt each', async () => {
    const stored = await passwords.hash('a long password')
    expect(stored).toMatch(/^pbkdf2-sha256\$600000\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/)
    expect(await passwords.hash('a long password')).not.toBe(stored)
    expect(await passwords.verify('a long password', stored)).toBe(true)
    expect(await passwords.verify('a long passworD', stored)).toBe(false)
    expect(await passwords.verify('', stored)).toBe(false)
  })

  it.each([
    '',
    'a long password',
    'pbkdf2-sha256',
    'pbkdf2-sha256$$$',
    'pbkdf2-sha256$0$c2FsdA==$a2V5',
    'pbkdf2-sha256$-1$c2FsdA==$a2V5',
    'pbkdf2-sha256$1e3$c2FsdA==$a2V5',
    'pbkdf2-sha256$4294967295$c2FsdA==$a2V5',
    'scrypt$1$c2FsdA==$a2V5',
  ])('match no hash of another format, without computing one: %s', async (stored) => {
    expect(await passwords.verify('a long password', stored)).toBe(false)
  })
})
