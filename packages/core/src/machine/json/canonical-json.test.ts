import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { copyJson, isObject, setOwn } from './json.ts'

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  const copy = {}
  for (const name of Object.keys(value).reverse()) setOwn(copy, name, reversed(value[name]))
  return copy
}

describe('canonical JSON (RFC 8785)', () => {
  it.each<[string, unknown, string]>([
    ['members by their names', { b: 1, a: { d: 2, c: 3 } }, '{"a":{"c":3,"d":2},"b":1}'],
    ['names by UTF-16 units, not by code points', { '\u{1f600}': 1, '\ufb33': 2 }, '{"\u{1f600}":1,"\ufb33":2}'],
    ['lists as they are', [3, 1, 2], '[3,1,2]'],
    ['numbers in their shortest form', [1e21, 0.000001, 1e-7, 333333333.25], '[1e+21,0.000001,1e-7,333333333.25]'],
    ['control characters escaped, others plain', '\u20ac$\u000f\nA\'"\\', '"€$\\u000f\\nA\'\\"\\\\"'],
    ['a member named __proto__', JSON.parse('{"b":1,"__proto__":2}'), '{"__proto__":2,"b":1}'],
    ['empty things', [{}, [], '', null, true], '[{},[],"",null,true]'],
  ])('has %s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('does not depend on the order of members, and parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        const value = copyJson(sent)
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(value)
      }),
    )
  })
})
