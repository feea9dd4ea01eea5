import { expect, it } from 'vitest'
import { textChange } from './text-change.ts'

it.each([
  ['abc', 'abc', undefined],
  ['abc', 'aXc', { from: 1, to: 2, insert: 'X' }],
  ['abc', 'abcd', { from: 3, to: 3, insert: 'd' }],
  ['abc', 'bc', { from: 0, to: 1, insert: '' }],
  ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'x', { from: 0, to: 0, insert: 'x' }],
])('from %j to %j changes only what differs', (before, after, change) => {
  expect(textChange(before, after)).toEqual(change)
})
