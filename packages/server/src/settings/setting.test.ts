import { expect, it } from 'vitest'
import { listOf, share, trueOrFalse, wholeNumber, wordOr } from './setting.ts'

it('a whole number may be the least and the greatest that is allowed, as a number or as a text', () => {
  const read = wholeNumber(1, 10)
  for (const value of [1, 10]) expect([read(value), read(String(value))]).toEqual([value, value])
  for (const value of [0, 11, 1.5, '1.0', '1e1', ' 1', '-1', '', true, null, undefined])
    expect(read(value)).toBeUndefined()
})

it('a share may be 0 and 1, and is no other text', () => {
  for (const value of [0, 0.25, 1]) expect([share(value), share(String(value))]).toEqual([value, value])
  for (const value of [-0.1, 1.1, '2', '.5', '1e-1', '50%', '', Number.NaN, true]) expect(share(value)).toBeUndefined()
})

it('words, lists and truths are read from texts as from JSON', () => {
  expect([trueOrFalse('true'), trueOrFalse(false), trueOrFalse('yes'), trueOrFalse(1)]).toEqual([
    ...[true, false, undefined, undefined],
  ])
  const list = listOf((text) => text !== '')
  expect([list('a, b'), list(['a', 'b']), list('a,,b'), list([1])]).toEqual([
    ...[['a', 'b'], ['a', 'b'], undefined, undefined],
  ])
  const port = wordOr('off', wholeNumber(0, 9))
  expect([port('off'), port('9'), port('on')]).toEqual(['off', 9, undefined])
})
