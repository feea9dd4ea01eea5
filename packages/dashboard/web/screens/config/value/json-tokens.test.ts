import { describe, expect, it } from 'vitest'
import { inOneLine, lossyNumbers } from './json-tokens.ts'

describe('the numbers of a text', () => {
  it.each([
    ['{"n": 1152921504606846977}', '1152921504606846977 is read as 1152921504606847000. Write it in quotes'],
    ['[9007199254740993]', '9007199254740993 is read as 9007199254740992.'],
    ['9007199254740992', '9007199254740992 is beyond 2^53, where'],
    ['[0.12345678901234567891]', '0.12345678901234567891 is read as 0.12345678901234568.'],
    ['[1e400]', '1e400 is read as Infinity.'],
    ['[90071992547409931, 90071992547409933]', '(and 90071992547409933). Write'],
  ])('that JavaScript cannot keep are named: %s', (text, sentence) => {
    expect(lossyNumbers(text)).toContain(sentence)
  })

  it.each(['{"n": 9007199254740991}', '[1.50, 1e3, -0.1]', '"1152921504606846977"', '{"1e400": 1}'])(
    'that it keeps are not: %s',
    (text) => {
      expect(lossyNumbers(text)).toBeUndefined()
    },
  )
})

it('JSON in one line keeps texts and digits as they are written', () => {
  const text = '{\n  "a b": [1152921504606846977, 1.50],\n  "c": "x  \\u2028 y"\n}'
  expect(inOneLine(text)).toBe('{"a b":[1152921504606846977,1.50],"c":"x  \\u2028 y"}')
})
