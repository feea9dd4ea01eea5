import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duplicateMember, parseJson } from './json.ts'
import { decodeUtf8 } from './text.ts'

describe('JSON text', () => {
  it('is parsed like JSON.parse, for any value', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary', maxDepth: 2 }), (text) => {
        expect(duplicateMember(text)).toBeUndefined()
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is parsed with spaces and line ends anywhere', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(1, 3, '\t', ' '), (value, space) => {
        expect(parseJson(`\r\n${JSON.stringify(value, null, space)} `)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it.each(['', ' ', '{', '{"a"}', "{'a':1}", '[1,]', '{"a":1,}', 'NaN', 'undefined', '1 2', '"\n"', '\u{feff}1', '01'])(
    '%j is rejected',
    (text) => {
      expect(() => parseJson(text)).toThrow(
        expect.objectContaining({ code: 'INVALID', errors: [{ message: 'error.json', args: [] }] }),
      )
    },
  )

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1, "b":2, "a" : 1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"é":1,"\\u00e9":2}', 'é'],
    ['{"":1,"":2}', ''],
    ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
    ['{"\\\\":1,"\\u005c":2}', '\\'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":{"b":1,"b":2}}', 'b'],
    ['[[{"a":1},{"b":1,"b":2}]]', 'b'],
    ['{"a":[{"x":1}],"b":{"c":{}},"a":2}', 'a'],
    ['{"a":"a","b":[],"c":{},"b":1}', 'b'],
  ])('%s is rejected for its member %j', (text, name) => {
    expect(() => parseJson(text)).toThrow(
      expect.objectContaining({ code: 'INVALID', errors: [{ message: 'error.json.duplicate', args: [name] }] }),
    )
  })

  it.each([
    '{"a":1,"A":2}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"b","b":"a"}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":["a","a","a:"],"b":":"}',
    '{"a\\\\":1,"a":2}',
  ])('%s has no duplicate member', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it('with a duplicate member is rejected, in any place and spelling', () => {
    const spelled = (name: string) =>
      `"${[...Array(name.length).keys()].map((i) => `\\u${name.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`
    const members = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 })
    fc.assert(
      fc.property(members, fc.nat(), fc.nat(), fc.boolean(), (object, which, where, isEscaped) => {
        const parts = Object.entries(object).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
        const name = Object.keys(object)[which % parts.length] as string
        parts.splice(where % (parts.length + 1), 0, `${isEscaped ? spelled(name) : JSON.stringify(name)}:0`)
        expect(duplicateMember(`{${parts.join(',')}}`)).toBe(name)
      }),
    )
  })

  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('of 100,000 nested %s is parsed or rejected without harm', (_, text) => {
    try {
      expect(parseJson(text)).toBeTypeOf('object')
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID' })
    }
  })
})

describe('UTF-8', () => {
  it('is read as text, without a byte order mark', () => {
    const bytes = new TextEncoder().encode('\u{feff}é😀')
    expect(decodeUtf8(bytes)).toBe('é😀')
    expect(decodeUtf8(bytes.buffer)).toBe('é😀')
  })

  it.each([[[0xff]], [[0xc3]], [[0xc0, 0xaf]], [[0xed, 0xa0, 0x80]], [[0xf4, 0x90, 0x80, 0x80]]])(
    'is not what the bytes %j are',
    (bytes) => {
      expect(() => decodeUtf8(new Uint8Array(bytes))).toThrow(
        expect.objectContaining({ code: 'INVALID', errors: [{ message: 'error.body.encoding', args: [] }] }),
      )
    },
  )
})
