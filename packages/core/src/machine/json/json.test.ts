import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { object, output, Type } from '../schema/schema.ts'
import { copyJson, escapePointer, isObject, MAX_DEPTH, own, setOwn } from './json.ts'

const text = (value: unknown) => JSON.stringify(value)
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

describe('a copy', () => {
  it('equals the JSON round trip of any value, and shares nothing with it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const before = text(value)
        const copy = copyJson(value)
        expect(copy).toEqual(JSON.parse(before))
        if (isObject(copy)) copy.changed = true
        expect(text(value)).toBe(before)
      }),
    )
  })

  it.each([
    ['undefined members', { a: undefined, b: 1 }, '{"b":1}'],
    ['undefined elements', [undefined, 1], '[null,1]'],
    ['holes', new Array(2), '[null,null]'],
    ['dates', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['what toJSON returns', { a: { toJSON: () => ({ b: [1] }) } }, '{"a":{"b":[1]}}'],
    ['inherited members', Object.create({ a: 1 }, { b: { value: 2, enumerable: true } }), '{"b":2}'],
    ['symbols for names', { [Symbol('a')]: 1 }, '{}'],
  ])('treats %s as JSON does', (_, value, expected) => {
    expect(text(copyJson(value))).toBe(expected)
  })

  it('has no negative zero', () => {
    expect(copyJson(-0)).toBe(0)
  })

  it('keeps __proto__ as a member like any other', () => {
    const copy = copyJson(JSON.parse('{"__proto__":{"polluted":true},"a":{"__proto__":1}}'))
    expect(text(copy)).toBe('{"__proto__":{"polluted":true},"a":{"__proto__":1}}')
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect({}).not.toHaveProperty('polluted')
  })

  it.each([
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [1n, 'a bigint'],
    [() => 1, 'a function'],
    [Symbol('a'), 'a symbol'],
  ])('rejects %s and names the place', (value, kind) => {
    expect(() => copyJson({ a: [{ 'b/~': value }] })).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        message: `The value at /a/0/b~1~0 is ${kind}, which JSON cannot represent`,
        fieldErrors: { '/a/0/b~1~0': [{ message: 'error.type', args: [] }] },
      }),
    )
  })

  it('rejects undefined for a required value', () => {
    expect(() => copyJson(undefined)).toThrow(
      expect.objectContaining({ code: 'INVALID', fieldErrors: { '': [{ message: 'error.type', args: [] }] } }),
    )
  })

  it('accepts values of the maximum depth, and rejects deeper ones', () => {
    expect(copyJson(nested(MAX_DEPTH))).toEqual(nested(MAX_DEPTH))
    for (const depth of [MAX_DEPTH + 1, 100_000])
      expect(() => copyJson({ a: nested(depth) })).toThrow(
        expect.objectContaining({
          code: 'INVALID',
          fieldErrors: { [`/a${'/0'.repeat(MAX_DEPTH - 1)}`]: [{ message: 'error.depth', args: [] }] },
        }),
      )
  })

  it('rejects cycles, those through toJSON too', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const endless: { toJSON: () => unknown } = { toJSON: () => endless }
    for (const value of [cycle, [cycle], endless])
      expect(() => copyJson(value)).toThrow(expect.objectContaining({ code: 'INVALID' }))
  })
})

describe('a copy by schema', () => {
  const inner = object({ x: Type.Number(), y: Type.Number(), sum: output(Type.Number()) })
  const schema = object({
    id: Type.String(),
    list: Type.Array(inner),
    inner,
    computed: output(Type.Boolean()),
  })

  it('has declared members first and in order, then the others as sent', () => {
    const sent = { z: 1, inner: { y: 2, x: 1 }, a: { d: 1, c: 2 }, id: 'i' }
    expect(text(copyJson(sent, schema))).toBe('{"id":"i","inner":{"x":1,"y":2},"z":1,"a":{"d":1,"c":2}}')
  })

  it('drops computed members, at any depth', () => {
    const sent = { computed: true, list: [{ sum: 3, y: 2, x: 1 }], inner: { sum: 'wrong' }, id: 'i' }
    expect(text(copyJson(sent, schema))).toBe('{"id":"i","list":[{"x":1,"y":2}],"inner":{}}')
  })

  it('orders members of alternatives after those of the schema', () => {
    const either = Type.Unsafe({ properties: { kind: {} }, oneOf: [object({ b: Type.Number() }), inner] })
    expect(text(copyJson({ sum: 1, y: 1, x: 1, b: 1, kind: 1 }, either))).toBe('{"kind":1,"b":1,"x":1,"y":1}')
  })

  it('ignores inherited members', () => {
    expect(text(copyJson(Object.create({ id: 'inherited' }), schema))).toBe('{}')
    expect(text(copyJson(JSON.parse('{"toString":1,"__proto__":2}'), schema))).toBe('{"toString":1,"__proto__":2}')
  })
})

describe('own members', () => {
  it('are read and set as plain data, whatever the name', () => {
    for (const name of ['a', '__proto__', 'constructor', 'toString']) {
      const object = {}
      expect(own(object, name)).toBeUndefined()
      setOwn(object, name, { polluted: true })
      expect(own(object, name)).toEqual({ polluted: true })
      expect(Object.keys(object)).toEqual([name])
    }
    expect({}).not.toHaveProperty('polluted')
  })

  it.each([
    ['plain', 'plain'],
    ['a/b', 'a~1b'],
    ['a~b', 'a~0b'],
    ['~1', '~01'],
    ['', ''],
  ])('named %j are %j in a pointer', (name, step) => {
    expect(escapePointer(name)).toBe(step)
  })
})
