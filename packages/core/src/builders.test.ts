import * as typebox from 'typebox'
import { describe, expect, it } from 'vitest'
import { Type } from './builders.ts'

describe('a schema', () => {
  it('is the JSON Schema that its builder is named for', () => {
    const schema = Type.Object({
      name: Type.String({ maxLength: 3 }),
      sizes: Type.Optional(Type.Array(Type.Integer(), { default: [] })),
      kind: Type.Union([Type.Literal('a'), Type.Literal(2), Type.Number(), Type.Boolean()]),
      more: Type.Unknown({ description: 'anything' }),
      own: Type.Unsafe({ type: 'null' }),
    })
    expect(JSON.parse(JSON.stringify(schema))).toEqual({
      type: 'object',
      required: ['name', 'kind', 'more', 'own'],
      properties: {
        name: { type: 'string', maxLength: 3 },
        sizes: { type: 'array', items: { type: 'integer' }, default: [] },
        kind: {
          anyOf: [
            { type: 'string', const: 'a' },
            { type: 'number', const: 2 },
            { type: 'number' },
            { type: 'boolean' },
          ],
        },
        more: { description: 'anything' },
        own: { type: 'null' },
      },
    })
  })

  it('of objects with any names is the text that TypeBox writes', () => {
    const [members, keywords] = [Type.Object({ a: Type.Number() }), { minProperties: 1, default: {} }]
    const expected = typebox.Record(typebox.String(), typebox.Object({ a: typebox.Number() }), keywords)
    expect(JSON.stringify(Type.Record(Type.String(), members, keywords))).toBe(JSON.stringify(expected))
  })
})
