import { describe, expectTypeOf, it } from 'vitest'
import { anyObject, choice, object, openObject, output, type Static, type TSchema, Type } from './schema.ts'

const written = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string' },
    kind: { type: 'string', enum: ['flag', 'config'] },
    sizes: { type: 'array', items: { type: 'number' } },
  },
} as const

describe('the type of the values of a schema', () => {
  it('is that of a text, a number, a truth, a constant, or one of some', () => {
    expectTypeOf<Static<ReturnType<typeof Type.String>>>().toEqualTypeOf<string>()
    expectTypeOf<Static<ReturnType<typeof Type.Integer>>>().toEqualTypeOf<number>()
    expectTypeOf<Static<ReturnType<typeof Type.Boolean>>>().toEqualTypeOf<boolean>()
    const either = Type.Union([Type.Literal('a'), Type.Number(), choice(['b', 'c'])])
    expectTypeOf<Static<typeof either>>().toEqualTypeOf<'a' | number | 'b' | 'c'>()
  })

  it('has the members of an object, at any depth, those that may be missing among them', () => {
    const schema = object({
      id: Type.String(),
      tags: Type.Optional(Type.Array(Type.String())),
      active: output(Type.Boolean()),
      deep: object({ metadata: Type.Optional(anyObject()), value: Type.Unknown() }),
      texts: Type.Record(Type.String(), Type.Number()),
    })
    expectTypeOf<Static<typeof schema>>().toEqualTypeOf<{
      id: string
      tags?: string[]
      active?: boolean
      deep: { metadata?: Record<string, unknown>; value: unknown }
      texts: Record<string, number>
    }>()
  })

  it('has other members too where an object is open', () => {
    const open = openObject({ id: Type.String() })
    expectTypeOf<Static<typeof open>>().toEqualTypeOf<{ id: string } & Record<string, unknown>>()
  })

  it('comes from a literal schema as well', () => {
    expectTypeOf<Static<typeof written>>().toEqualTypeOf<{
      name: string
      kind: 'flag' | 'config'
      sizes?: number[]
    }>()
  })

  it('is unknown of a schema that is', () => {
    expectTypeOf<Static<TSchema>>().toEqualTypeOf<unknown>()
  })
})
