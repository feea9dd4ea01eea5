import { describe, expectTypeOf, it } from 'vitest'
import { defineFlags, type Keys, type Live, live, type StandardSchema } from './index.ts'

const flags = defineFlags({
  features: { 'shop:express': false, 'shop:sale': true },
  configs: { 'shop:theme': { color: 'red', sizes: [1, 2] }, 'shop:limit': 20 },
  experiments: { 'shop:button': ['A', 'B'], 'shop:price': ['low', 'high', 'none'] },
})
const typed = live(undefined, { flags })

describe('flags that are declared', () => {
  it('can be asked for', () => {
    expectTypeOf(typed.isActive).parameter(0).toEqualTypeOf<'shop:express' | 'shop:sale'>()
    expectTypeOf(typed.config('shop:theme')).toEqualTypeOf<{ color: string; sizes: number[] }>()
    expectTypeOf(typed.config('shop:limit', { onError: 'throw' })).toEqualTypeOf<number>()
    const either = 'shop:limit' as 'shop:limit' | 'shop:theme'
    expectTypeOf(typed.config(either)).toEqualTypeOf<number | { color: string; sizes: number[] }>()
  })

  it('have values of their type in every context', async () => {
    const ann = { id: 'ann' }
    expectTypeOf(typed.value('shop:limit', ann)).toEqualTypeOf<number>()
    expectTypeOf(await typed.checkValue('shop:theme', ann)).toEqualTypeOf<{ color: string; sizes: number[] }>()
    expectTypeOf(typed.evaluate('shop:limit', ann)?.value).toEqualTypeOf<number | undefined>()
    expectTypeOf((await typed.decideValue('shop:limit', ann)).value).toEqualTypeOf<number>()
    const schema = {} as StandardSchema<'a'>
    expectTypeOf(typed.value('shop:limit', ann, { schema })).toEqualTypeOf<'a' | undefined>()
    expectTypeOf(typed.value('shop:limit', ann, { default: 3 })).toEqualTypeOf<number>()
    // @ts-expect-error there is no such config
    void typed.value('shop:express', ann)
    // @ts-expect-error a limit is a number
    void typed.value('shop:limit', ann, { default: 'three' })
  })

  it('have no value that a schema refuses', () => {
    const schema = {} as StandardSchema<{ color: string }>
    expectTypeOf(typed.config('shop:theme', { schema })).toEqualTypeOf<{ color: string } | undefined>()
    expectTypeOf(typed.config('shop:theme', { schema, default: { color: 'red' } })).toEqualTypeOf<{ color: string }>()
  })

  it('are all that can be asked for', () => {
    // @ts-expect-error there is no such feature
    void typed.isActive('shop:expres')
    // @ts-expect-error there is no such feature
    void typed.explain('shop:theme')
    // @ts-expect-error there is no such config
    void typed.config('shop:express')
    // @ts-expect-error a theme is no text
    void (typed.config('shop:theme') satisfies string)
  })

  it('hold values of the right kinds', () => {
    // @ts-expect-error a feature is active or not
    void defineFlags({ features: { a: 'yes' } })
    // @ts-expect-error variants are texts
    void defineFlags({ experiments: { a: [1, 2] } })
  })

  it('may be of one kind only', () => {
    const few = live(undefined, { flags: defineFlags({ features: { a: true } }) })
    expectTypeOf(few.isActive).parameter(0).toEqualTypeOf<'a'>()
    // @ts-expect-error no config is declared
    void few.config('a')
    const none = live(undefined, { flags: defineFlags({ configs: { c: 1 } }) })
    // @ts-expect-error no feature is declared
    void none.isActive('a')
  })
})

/** In the form that `signalbox types` writes. */
interface Flags {
  readonly features: 'shop:express'
  readonly configs: { readonly 'shop:theme': { readonly color: string } }
  readonly experiments: { readonly 'shop:button': 'A' | 'B' }
}

describe('flags of a written interface', () => {
  const written = live<Flags>(undefined)

  it('can be asked for', () => {
    expectTypeOf(written).toEqualTypeOf<Live<Flags>>()
    expectTypeOf(written.config('shop:theme')).toEqualTypeOf<{ readonly color: string } | undefined>()
    expectTypeOf(written.value('shop:theme', {})).toEqualTypeOf<{ readonly color: string } | undefined>()
    // @ts-expect-error there is no such feature
    void written.isActive('shop:unknown')
  })

  it('may have defaults, some of them', () => {
    const some = live<Flags>(undefined, { flags: { features: { 'shop:express': true } } })
    expectTypeOf(some.config('shop:theme')).toEqualTypeOf<{ readonly color: string } | undefined>()
    expectTypeOf(some.config('shop:theme', { default: { color: 'red' } })).toEqualTypeOf<{ readonly color: string }>()
    // @ts-expect-error a theme has a color
    void live<Flags>(undefined, { flags: { configs: { 'shop:theme': { colour: 'red' } } } })
  })
})

it('flags that nobody declared take any name', () => {
  const any = live(undefined)
  expectTypeOf(any).toEqualTypeOf<Live<Keys>>()
  expectTypeOf(any.config('whatever')).toEqualTypeOf<unknown>()
  expectTypeOf(any.isActive).parameter(0).toEqualTypeOf<string>()
})
