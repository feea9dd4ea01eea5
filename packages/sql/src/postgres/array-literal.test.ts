import { expect, it } from 'vitest'
import { arrayLiteral } from './array-literal.ts'

it.each([
  ['no texts', [], '{}'],
  ['plain texts', ['a', 'b c', 'd,{e}'], '{"a","b c","d,{e}"}'],
  ['an empty text, the word NULL and a missing text', ['', 'NULL', undefined], '{"","NULL",NULL}'],
  ['quotes and backslashes', ['a"b', 'c\\', 'd'], '{"a\\"b","c\\\\","d"}'],
])('%s', (_, texts, literal) => {
  expect(arrayLiteral(texts)).toBe(literal)
})
