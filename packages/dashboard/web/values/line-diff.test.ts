import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt, lineDiff } from './line-diff.ts'

const written = (was: string, now: string) =>
  lineDiff(was, now).map(({ kind, text }) => `${{ same: ' ', was: '-', now: '+' }[kind]}${text}`)

test('unchanged lines are kept, removed lines stand before added ones', () => {
  expect(written('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
})

test('each side can be read from the comparison', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 8 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (was, now) => {
      const side = (left: 'was' | 'now') =>
        lineDiff(was, now)
          .filter(({ kind }) => kind !== left)
          .map((line) => line.text)
          .join('\n')
      expect(side('now')).toBe(was)
      expect(side('was')).toBe(now)
    }),
  )
})

test('lines far from a change are left out', () => {
  const lines = lineDiff('1\n2\n3\n4\n5', '1\n2\n3\n4\nx')
  expect(excerpt(lines, 1)).toEqual([
    'gap',
    { kind: 'same', text: '4' },
    { kind: 'was', text: '5' },
    { kind: 'now', text: 'x' },
  ])
})
