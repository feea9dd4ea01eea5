import * as typebox from 'typebox'
import { describe, expect, it } from 'vitest'
import { Type } from './builders.ts'

type Builders = typeof Type

describe('a schema', () => {
  it('is the JSON Schema of its builder', () => {
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

  it('has the JSON text of TypeBox, in the same order', () => {
    const build = (Type: Builders): unknown[] => {
      const [text, keywords] = [Type.String(), { description: 'd', default: {} }]
      const members = { a: Type.Number(keywords), b: Type.Optional(Type.Integer(keywords)), c: Type.Optional(text) }
      return [
        Type.Object(members, { additionalProperties: false }),
        Type.Object({ a: Type.Optional(Type.Boolean(keywords)) }, keywords),
        Type.Object({}),
        Type.Object({ a: Type.Optional(Type.Object(members)), b: Type.Optional(Type.Optional(text)) }),
        Type.Array(Type.Object(members), { minItems: 1 }),
        Type.Union([Type.Literal('a', keywords), Type.Literal(1), Type.Literal(true)], keywords),
        Type.Record(text, Type.Object(members), keywords),
        Type.Unknown(keywords),
        Type.Unsafe({ type: 'null', title: 'T' }),
        text,
      ]
    }
    expect(JSON.stringify(build(Type))).toBe(JSON.stringify(build(typebox as unknown as Builders)))
  })

  it('is a copy when marked as optional', () => {
    const text = Type.String()
    expect([Type.Object({ a: Type.Optional(text) }), Type.Object({ a: text })]).toEqual([
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    ])
  })
})
