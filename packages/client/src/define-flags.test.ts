import { expect, it, onTestFinished } from 'vitest'
import { defineFlags, live } from './index.ts'

it('declared flags are the defaults until a server says otherwise', async () => {
  const flags = live(undefined, {
    flags: defineFlags({
      features: { 'shop:sale': true, 'shop:off': false },
      configs: { 'shop:theme': { color: 'red' } },
    }),
    bootstrap: { features: [{ id: 'shop:off', enabled: true, activationStrategy: 'NO_STRATEGY' }] },
  })
  onTestFinished(() => flags.close())
  expect(flags.isActive('shop:sale')).toBe(true)
  expect(flags.isActive('shop:off')).toBe(true)
  expect(flags.config('shop:theme')).toEqual({ color: 'red' })
})
