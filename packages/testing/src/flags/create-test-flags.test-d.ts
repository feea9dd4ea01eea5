import { defineFlags, type Live, live } from '@signalbox/client'
import { expectTypeOf, it } from 'vitest'
import { createTestFlags } from './index.ts'

const declared = defineFlags({
  features: { 'shop:sale': false },
  configs: { 'shop:theme': { color: 'red' } },
  experiments: { 'shop:button': ['old', 'new'] },
})

it('flags for tests know the keys that are declared', () => {
  const flags = createTestFlags(declared)
  const typed = live(undefined, { flags: declared })
  expectTypeOf(flags).toExtend<typeof typed>()
  expectTypeOf(flags.config('shop:theme')).toEqualTypeOf<{ color: string }>()
  flags.setVariant('shop:button', 'new', 'ann')
  expectTypeOf(flags.flag('shop:sale').isActive()).toEqualTypeOf<boolean>()
  expectTypeOf(flags.flag('shop:theme').value()).toEqualTypeOf<{ color: string }>()
  // @ts-expect-error a config is not active
  flags.flag('shop:theme').isActive()
  // @ts-expect-error there is no such flag
  flags.flag('shop:sail')
  // @ts-expect-error there is no such feature
  flags.enable('shop:sail')
  // @ts-expect-error a theme has a color
  flags.setConfig('shop:theme', { size: 1 })
  // @ts-expect-error there is no such variant
  flags.setVariant('shop:button', 'newest')
})

it('flags for tests take keys that were written', () => {
  interface Flags {
    readonly features: 'shop:sale'
    readonly configs: { readonly 'shop:limit': number }
    readonly experiments: Record<never, never>
  }
  expectTypeOf(createTestFlags<Flags>({ 'shop:sale': true })).toExtend<Live<Flags>>()
  void createTestFlags<Flags>({ features: { 'shop:sale': true }, configs: { 'shop:limit': 3 } })
  // @ts-expect-error there is no such feature
  void createTestFlags<Flags>({ 'shop:sail': true })
  // @ts-expect-error a limit is a number
  void createTestFlags<Flags>({ configs: { 'shop:limit': 'three' } })
})

it('flags for tests take any keys, and reject parameters of another strategy', () => {
  expectTypeOf(createTestFlags({ a: true })).toExtend<Live>()
  void createTestFlags({ a: { activationStrategy: 'PERCENTAGE', parameters: { percentage: 5 } } })
  // @ts-expect-error a percentage is a number
  void createTestFlags({ a: { activationStrategy: 'PERCENTAGE', parameters: { percentage: '5' } } })
})
