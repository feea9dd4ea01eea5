import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duplicateMember, parseJson, parseLeniently } from './json.ts'
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

/** What is reported for an integer that would change, by pointer. */
const changed = (...pointers: string[]) => ({
  code: 'INVALID',
  fieldErrors: Object.fromEntries(
    pointers.map((pointer) => [pointer, [{ message: 'error.integer.precision', args: ['9007199254740991'] }]]),
  ),
})

describe('An integer in JSON text', () => {
  const spaces = fc.constantFrom('', ' ', '\n')
  /** A value in objects and lists, with its pointer. Names and texts look like numbers, too. */
  const places = fc.constantFrom<[(value: string) => string, string]>(
    [(value) => value, ''],
    [(value) => `[1.0,"12345678901234567890",${value}]`, '/2'],
    [(value) => `{"12345678901234567890":1e3,"a/~\\"":{"b":[{},[],${value} ]}}`, '/a~1~0"/b/2'],
    [(value) => `[{"a":[1,2,{"\\u0061":0}]},{"x":"\\"","":${value},"y":-0}]`, '/1/'],
  )
  const integers = fc.oneof(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.maxSafeInteger().map(BigInt),
    fc.bigInt({ min: -9n, max: 9n }).map((near) => 2n ** 53n + near),
    fc.nat({ max: 400 }).map((zeros) => 10n ** BigInt(zeros)),
  )

  it('has the same digits when it is printed again, or is rejected with its pointer', () => {
    fc.assert(
      fc.property(integers, places, spaces, (integer, [within, pointer], space) => {
        const text = within(`${space}${integer}${space}`)
        if (String(Number(integer)) === String(integer)) {
          expect(parseJson(text)).toEqual(JSON.parse(text))
          expect(JSON.stringify(parseJson(text))).toContain(String(integer))
        } else expect(() => parseJson(text)).toThrow(expect.objectContaining(changed(pointer)))
      }),
    )
  })

  it('is the only number that is rejected: fractions, exponents and printed numbers are not', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String)
    const endings = fc.constantFrom('.0', '.5', 'e0', 'E+3', 'e-12', '.25e2', '.00000000000000000000001')
    const fractions = fc.tuple(fc.constantFrom('', '-'), digits, endings).map((parts) => parts.join(''))
    const printed = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number))
    fc.assert(
      fc.property(fc.oneof(fractions, printed), places, (number, [within]) => {
        expect(parseJson(within(number))).toEqual(JSON.parse(within(number)))
      }),
    )
  })

  it.each(['9007199254740993', '-9007199254740993', '12345678901234567890', '1000000000000000000000', '1'.repeat(400)])(
    '%s is rejected, and the message says what to do',
    (text) => {
      expect(() => parseJson(`{"account":${text}}`)).toThrow(/The integer at \/account .*: write it as a text/)
      expect(() => parseJson(`{"account":${text}}`)).not.toThrow(new RegExp(text))
    },
  )

  it.each(['9007199254740991', '9007199254740992', '12345678901234567000', '9007199254740993.0', '1e22', '-0', '1.0'])(
    '%s is accepted',
    (text) => {
      expect(parseJson(text)).toBe(Number(text))
    },
  )

  it('is reported with all others, but not with endless pointers', () => {
    const big = '9007199254740993'
    expect(() => parseJson(`{"a":${big},"b":[1,${big}]}`)).toThrow(expect.objectContaining(changed('/a', '/b/1')))
    const name = 'n'.repeat(9_000)
    expect(() => parseJson(`{"${name}":[${big}${`,${big}`.repeat(50)}]}`)).toThrow(
      expect.objectContaining(changed(`/${name}/0`, `/${name}/1`)),
    )
  })

  it('is read as the nearest number of a lenient text, in which duplicate members are rejected all the same', () => {
    expect(parseLeniently('{"maximum":9223372036854775807}')).toEqual({ maximum: 2 ** 63 })
    expect(() => parseLeniently('{"a":9223372036854775807,"a":1}')).toThrow(/The member a appears twice/)
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
