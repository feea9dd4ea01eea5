import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prettyJson } from './pretty-json.ts'

describe('JSON laid out', () => {
  it('equals what JSON.stringify makes, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const laidOut = prettyJson(JSON.stringify(value))
        expect(JSON.parse(laidOut)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    const value = { a: [1, { b: [] }, {}], 'a:"b"': 'x, {y}: [z]' }
    expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2))
  })

  it('keeps numbers as they are written', () => {
    expect(prettyJson('{"n":1152921504606846977,"m":1.0}')).toBe('{\n  "n": 1152921504606846977,\n  "m": 1.0\n}')
  })

  it('shows separators and marks of direction as escapes', () => {
    expect(prettyJson('"a\u2028b\u202Ec"')).toBe('"a\\u2028b\\u202Ec"')
  })

  it('returns other text unchanged', () => {
    expect(prettyJson('{"half')).toBe('{"half')
  })
})
