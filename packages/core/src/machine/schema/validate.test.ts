import { describe, expect, it } from 'vitest'
import { problem, SignalboxError } from '../errors/errors.ts'
import { withRules } from './rules.ts'
import { choice, object, output, type TSchema, Type } from './schema.ts'
import { validate, validateParameters } from './validate.ts'

/** The problems of a value by pointer: each code with its arguments. */
function problems(schema: TSchema, value: unknown, check: typeof validate = validate): Record<string, string[][]> {
  try {
    check(schema, value)
    return {}
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    expect(error.code).toBe('INVALID')
    return Object.fromEntries(
      Object.entries(error.fieldErrors).map(([pointer, list]) => [
        pointer,
        list.map(({ message, args }) => [message, ...args]),
      ]),
    )
  }
}

const either = Type.Unsafe({
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: [object({ kind: Type.Literal('a'), x: Type.Number() }), object({ kind: Type.Literal('b'), y: Type.Number() })],
})

describe('each schema keyword has its code and pointer', () => {
  it.each<[string, TSchema, unknown, Record<string, string[][]>]>([
    ['required', object({ a: Type.String() }), {}, { '/a': [['error.required']] }],
    ['additionalProperties', object({}), { 'x/y': 1 }, { '/x~1y': [['error.unknown.field']] }],
    ['type', Type.String(), 1, { '': [['error.type', 'string']] }],
    ['type, of several', Type.Unsafe({ type: ['array', 'null'] }), 1, { '': [['error.type', 'array', 'null']] }],
    ['enum', choice(['a', 'b']), 'c', { '': [['error.enum', 'a', 'b']] }],
    ['const', Type.Literal('a'), 'b', { '': [['error.enum', 'a']] }],
    ['minimum', Type.Integer({ minimum: 1 }), 0, { '': [['error.minimum', '1']] }],
    ['maximum', Type.Integer({ maximum: 1 }), 2, { '': [['error.maximum', '1']] }],
    ['pattern', Type.String({ pattern: '^a$' }), 'b', { '': [['error.pattern', '^a$']] }],
    ['format', Type.String({ format: 'HH:mm' }), '24:00', { '': [['error.format', 'HH:mm']] }],
    ['minLength', Type.String({ minLength: 2 }), 'a', { '': [['error.length.minimum', '2']] }],
    ['maxLength', Type.String({ maxLength: 1 }), 'ab', { '': [['error.length.maximum', '1']] }],
    ['minItems', Type.Array(Type.Number(), { minItems: 1 }), [], { '': [['error.items.minimum', '1']] }],
    ['maxItems', Type.Array(Type.Number(), { maxItems: 1 }), [1, 2], { '': [['error.items.maximum', '1']] }],
    ['uniqueItems', Type.Array(Type.Number(), { uniqueItems: true }), [1, 1], { '': [['error.items.unique']] }],
    ['a missing discriminator', either, {}, { '/kind': [['error.required']] }],
    ['an unknown discriminator', either, { kind: 'c' }, { '/kind': [['error.enum', 'a', 'b']] }],
    [
      'the chosen alternative',
      either,
      { kind: 'b', x: 1 },
      { '/y': [['error.required']], '/x': [['error.unknown.field']] },
    ],
    ['any other', Type.Number({ multipleOf: 2 }), 3, { '': [['error.multipleOf']] }],
  ])('%s', (_, schema, value, expected) => {
    expect(problems(schema, value)).toEqual(expected)
  })
})

describe('an invalid value', () => {
  const schema = object({
    a: Type.String(),
    b: object({ c: Type.Array(Type.Integer({ minimum: 0 })) }),
    d: Type.Boolean(),
  })

  it('is rejected with all failing members', () => {
    expect(problems(schema, { a: 1, b: { c: [0, -1, 'x'], e: 1 }, f: 1 })).toEqual({
      '/a': [['error.type', 'string']],
      '/b/c/1': [['error.minimum', '0']],
      '/b/c/2': [['error.type', 'integer']],
      '/b/e': [['error.unknown.field']],
      '/d': [['error.required']],
      '/f': [['error.unknown.field']],
    })
  })

  it('is rejected with the problem and its place', () => {
    expect(() => validate(schema, { a: 1, b: { c: [] }, d: true }, 'The body')).toThrow(
      'The body is invalid: /a must be a string',
    )
    expect(() => validate(schema, 1, 'The body')).toThrow('The body must be an object')
    expect(() => validate(object({}), { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 })).toThrow(
      '/e is an unknown field; and 2 more',
    )
  })

  it('is rejected with at most 1,000 problems', () => {
    const list = Array.from({ length: 5000 }, () => 'x')
    expect(Object.keys(problems(Type.Array(Type.Number()), list))).toHaveLength(1000)
  })

  it('can have members named like properties of prototypes', () => {
    const value: unknown = JSON.parse('{"__proto__":1,"constructor":2,"toString":3}')
    expect(problems(object({}), value)).toEqual({
      '/__proto__': [['error.unknown.field']],
      '/constructor': [['error.unknown.field']],
      '/toString': [['error.unknown.field']],
    })
  })
})

describe('a valid value', () => {
  it('is returned unchanged', () => {
    const value = { a: 1 }
    expect(validate(object({ a: Type.Number() }), value)).toBe(value)
  })

  it('of a record is returned as a normalized copy, in order, without computed members', () => {
    const record = withRules(object({ id: Type.String(), n: Type.Number(), double: output(Type.Number()) }), {
      normalize: (value) => Object.assign(value as object, { n: Number((value as { n: string }).n) }),
    })
    const sent = { double: 'anything', n: '2', id: 'a' }
    expect(JSON.stringify(validate(record, sent))).toBe('{"id":"a","n":2}')
    expect(sent).toEqual({ double: 'anything', n: '2', id: 'a' })
  })
})

describe('rules across members', () => {
  const ordered = withRules(object({ from: Type.Number(), to: Type.Number() }), {
    check: (value) =>
      (value as { from: number; to: number }).from > (value as { to: number }).to
        ? { '/from': [problem('error.order')], '/to': [problem('error.order')] }
        : {},
  })

  it('are reported beside problems of the schema', () => {
    expect(problems(ordered, { from: 2, to: 1, x: 0 })).toEqual({
      '/from': [['error.order']],
      '/to': [['error.order']],
      '/x': [['error.unknown.field']],
    })
  })

  it('accept valid values', () => {
    expect(problems(ordered, { from: 1, to: 2 })).toEqual({})
  })
})

describe('parameters', () => {
  const schema = object({ page: Type.Integer({ minimum: 1 }), size: Type.Optional(Type.Integer()) })

  it('are reported by their names', () => {
    expect(problems(schema, { page: 0, size: 'x' }, validateParameters)).toEqual({
      page: [['error.minimum', '1']],
      size: [['error.type', 'integer']],
    })
    expect(problems(schema, {}, validateParameters)).toEqual({ page: [['error.required']] })
  })
})
