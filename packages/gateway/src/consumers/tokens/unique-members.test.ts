import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasUniqueMembers } from './unique-members.ts'

const isUnique = (text: string) => hasUniqueMembers(text, JSON.parse(text))

describe('JSON', () => {
  it('that was written from a value has no repeated members, whatever its names and texts are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), fc.constantFrom(0, 2), (value, indent) => {
        expect(isUnique(JSON.stringify(value, null, indent))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('with a repeated member has one too many, wherever it is', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('":', '\\":"', '__proto__', '{"a":1}', '\u2028'))
    fc.assert(
      fc.property(text, text, (name, value) => {
        const member = `${JSON.stringify(name)} : ${JSON.stringify(value)}`
        expect(isUnique(`{${member}}`)).toBe(true)
        expect(isUnique(`{${member}, ${member}}`)).toBe(false)
        expect(isUnique(`[1, {"x": [{${member}, ${member}}]}]`)).toBe(false)
        expect(isUnique(`[{${member}}, {${member}}]`)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('may spell a repeated name differently', () => {
    expect(isUnique('{"a":1,"\\u0061":2}')).toBe(false)
    expect(isUnique('{"__proto__":1,"__proto__":2}')).toBe(false)
  })
})
