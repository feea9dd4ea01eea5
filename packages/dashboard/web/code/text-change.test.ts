import { expect, it } from 'vitest'
import { textChange, withPlainBreaks } from './text-change.ts'

it('line breaks of other systems are those of the editor, so that they are no change', () => {
  expect(withPlainBreaks('a\r\nb\rc\n\u2028')).toBe('a\nb\nc\n\u2028')
})

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
