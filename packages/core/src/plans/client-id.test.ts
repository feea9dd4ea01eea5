import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGenerator, idCharacters, LONGEST_GENERATED, nameCharacters } from './client-id.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const generate = (pattern: string, characters = idCharacters) => compileGenerator(pattern, characters)(random)

describe('a text that is generated from a regular expression', () => {
  it.each([
    'client',
    'key-[a-z0-9]{12}',
    '^[A-Z]{2}\\d{4}$',
    '(dev|test|prod)_\\w+',
    'a?b*c+d{2,}e{1,3}',
    '(?:a|b|)(?<name>c)',
    '[^a-z]{5}',
    '.{1,8}',
    '\\x41\\u0042',
    '(x|y(z|w){2}){3}',
    '^a$|^b$',
  ])('%s matches it as a whole, and is a valid id', (pattern) => {
    for (let i = 0; i < 50; i++) {
      const text = generate(pattern)
      expect(text).toMatch(new RegExp(`^(?:${pattern})$`, 'u'))
      expect(text).toMatch(/^[A-Za-z0-9_@.-]{1,128}$/)
    }
  })

  it('uses every alternative', () => {
    const all = new Set(Array.from({ length: 300 }, () => generate('[ab](c|d)')))
    expect([...all].sort()).toEqual(['ac', 'ad', 'bc', 'bd'])
  })

  it('can have blanks in a name', () => {
    expect(generate('Client \\d', nameCharacters)).toMatch(/^Client \d$/)
  })

  it.each([
    ['(', 'it is not a valid regular expression'],
    ['a{2,1}', 'it is not a valid regular expression'],
    ['a b', 'it could generate " ", which is not allowed'],
    ['ü', 'it could generate "ü", which is not allowed'],
    ['\\s', 'one of its character classes contains no allowed character'],
    ['a*', 'it could generate an empty text'],
    ['', 'it could generate an empty text'],
    ['a|', 'it could generate an empty text'],
    ['(?=a)b', 'it has a lookahead or lookbehind, which is not supported'],
    ['(?!a)b', 'it has a lookahead or lookbehind, which is not supported'],
    ['(?<!a)b', 'it is not a valid regular expression'],
    ['(a)\\1', 'it has a backreference, which is not supported'],
    ['a\\bb', 'it has \\b inside, which is not supported'],
    ['a(^b)', 'it has ^ inside, which is not supported'],
    ['a{129}', `it could generate more than ${LONGEST_GENERATED} characters`],
    ['((a{60}){60}){60}', `it could generate more than ${LONGEST_GENERATED} characters`],
    ['a((a*)*)*', `it could generate more than ${LONGEST_GENERATED} characters`],
    ['a{99999999999999999999}', `it could generate more than ${LONGEST_GENERATED} characters`],
  ])('%s is rejected: %s', (pattern, why) => {
    expect(() => generate(pattern)).toThrow(new RangeError(why))
  })

  it.each(['aa+?', 'a{2,5}?', 'ba*?', 'ba??', '(?:ab+?){2}'])('%s repeats as often as required', (pattern) => {
    for (let i = 0; i < 50; i++) expect(generate(pattern)).toMatch(new RegExp(`^(?:${pattern})$`))
  })

  it('with many empty repetitions is fast', () => {
    expect(generate('(){99999999}a')).toBe('a')
  })

  it('is bounded or rejected for any pattern', () => {
    const piece = fc.constantFrom(
      'a',
      '[a-z]',
      '(',
      ')',
      '*',
      '+',
      '?',
      '{2}',
      '{1,99}',
      '|',
      '^',
      '$',
      '\\d',
      '\\',
      '[',
      '(?:',
      '.',
      '-',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
        (pattern) => {
          let generator: ReturnType<typeof compileGenerator>
          try {
            generator = compileGenerator(pattern, idCharacters)
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
            return
          }
          const text = generator(random)
          expect(text.length).toBeLessThanOrEqual(LONGEST_GENERATED)
          expect(text).toMatch(new RegExp(`^(?:${pattern})$`, 'u'))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
