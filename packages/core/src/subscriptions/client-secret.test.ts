import { describe, expect, it } from 'vitest'
import { generateSecret, isSecretText, SECRET_FORMAT } from './client-secret.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

describe('a secret of a credential', () => {
  it.each(['sbx_000000000000000000000000000000002wGAkV', 'sbx_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef07WOKm'])(
    '%s ends with the CRC-32 of the preceding text',
    (text) => {
      expect(isSecretText(text)).toBe(true)
    },
  )

  it('is recognized by its form and checksum', () => {
    const secret = generateSecret(random)
    expect(secret).toMatch(SECRET_FORMAT)
    expect(isSecretText(secret)).toBe(true)
    for (const other of [`${secret}x`, secret.slice(1), secret.toUpperCase(), `sbx_${'0'.repeat(38)}`])
      expect(isSecretText(other)).toBe(false)
  })

  it('is invalid with any character changed', () => {
    const secret = generateSecret(random)
    for (let i = 4; i < secret.length; i++) {
      const other = secret.slice(0, i) + (secret[i] === 'a' ? 'b' : 'a') + secret.slice(i + 1)
      expect(isSecretText(other)).toBe(false)
    }
  })

  it('uses all digits equally often', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 2000; i++)
      for (const digit of generateSecret(random).slice(4, 36)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    expect(counts.size).toBe(62)
    const mean = (2000 * 32) / 62
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(6 * Math.sqrt(mean))
  })
})
