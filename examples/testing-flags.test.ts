// Unit tests of code that takes flags: each test sets its own, and they are reset after it.
// Run: npx vitest run examples/testing-flags.test.ts
import type { Live } from '@signalbox/client'
import { createTestFlags } from '@signalbox/testing'
import { afterEach, expect, it } from 'vitest'

/** The code under test: what a customer sees at the checkout, and what is recorded when they pay. */
function till(flags: Live, customer: string) {
  const delivery = flags.isActive('shop:express', { id: customer }) ? 'tomorrow' : 'in a week'
  const { items = 10 } = (flags.config('shop:limits') as { items?: number } | undefined) ?? {}
  return { delivery, items, pay: () => flags.won('shop:button', customer) }
}

const flags = createTestFlags(
  {
    features: { 'shop:express': { activationStrategy: 'PERCENTAGE', parameters: { percentage: 20 } } },
    configs: { 'shop:limits': { items: 20 } },
    experiments: { 'shop:button': ['grey', 'green'] },
  },
  { afterEach },
)

it('delivers tomorrow to those in the percentage', () => {
  flags.setBucket('shop:express', 'ann', 'in')
  flags.setBucket('shop:express', 'ben', 'out')
  expect(till(flags, 'ann').delivery).toBe('tomorrow')
  expect(till(flags, 'ben').delivery).toBe('in a week')
})

it('delivers tomorrow to all once it is released, and to nobody when it is off', () => {
  flags.enable('shop:express')
  expect(till(flags, 'ben').delivery).toBe('tomorrow')
  flags.disable('shop:express')
  expect(till(flags, 'ann').delivery).toBe('in a week')
})

it('sells as many items as the config says', () => {
  expect(till(flags, 'ann').items).toBe(20)
  flags.setConfig('shop:limits', { items: 5 })
  expect(till(flags, 'ann').items).toBe(5)
})

it('records who paid and which variant they saw', () => {
  flags.setVariant('shop:button', 'green', 'ann')
  till(flags, 'ann').pay()
  expect(flags.recorded).toEqual([{ kind: 'won', experiment: 'shop:button', clientId: 'ann', variant: 'green' }])
})
