import { expect, it } from 'vitest'
import { queryValues, withoutParameters } from './query.ts'

it.each([
  ['', []],
  ['?', []],
  ['?a=1&b=2&a=3', ['1', '3']],
  ['?a', ['']],
  ['?%61=1%20+2', ['1  2']],
  ['?b=a=1', []],
  ['?a=%', ['%']],
])('the values of a in %s are %j', (query, values) => {
  expect(queryValues(query, 'a')).toEqual(values)
})

it.each([
  ['', ''],
  ['?', '?'],
  ['?a=1', ''],
  ['?a=1&b=2&a=3', '?b=2'],
  ['?b=%20&&c', '?b=%20&&c'],
  ['?%61=1&b=a', '?b=a'],
  ['?a', ''],
])('%s without a is %s', (query, left) => {
  expect(withoutParameters(query, new Set(['a']))).toBe(left)
})
