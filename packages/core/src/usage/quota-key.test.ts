import { expect, it } from 'vitest'
import { quotaKeyOf } from './quota-key.ts'

const place = { api: 'shop', plan: 'gold' }
const keyOf = (consumer: string) => quotaKeyOf(place, { consumer })

it('the key of a quota names the subscription, or the claim that identifies a consumer', () => {
  expect(quotaKeyOf(place, { subscription: 's' })).toBe('shop/gold/s')
  expect(keyOf('ann@example.com')).toBe('shop/gold//ann@example.com')
})

it('claims of any length and characters have keys that differ, and that a store takes', () => {
  const claims = ['', 'a b', 'ä', '\0', '\ud800', '\udc00', '😀', 'x'.repeat(257), 'x'.repeat(100_000)]
  const keys = claims.map(keyOf)
  expect(new Set(keys).size).toBe(claims.length)
  for (const key of keys) expect(key).toMatch(/^shop\/gold\/\/ [0-9a-f]{64}$/)
})
