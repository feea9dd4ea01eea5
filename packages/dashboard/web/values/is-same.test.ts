import { expect, test } from 'vitest'
import { isSame } from './is-same.ts'

test.each([
  [[], []],
  [
    [1, { a: 1 }],
    [1, { a: 1 }],
  ],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: undefined }, {}],
  [null, null],
  [0, -0],
])('%j and %j are the same', (one, other) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([true, true])
})

test.each([
  [[1], [1, 2]],
  [[], [undefined]],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{}, { toString: 1 }],
  [null, {}],
  [null, undefined],
  [0, false],
  ['', 0],
])('%j and %j are different', (one, other) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([false, false])
})
