import { compareKeys } from '@signalbox/core/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prefixEnd, rangeOf } from './range.ts'

const character = fc.constantFrom('a', 'b', ':', '\u007f', '\u0080', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}')
const text = fc.string({ unit: character, maxLength: 4 })

test('the range of a prefix contains exactly the keys with that prefix', () => {
  fc.assert(
    fc.property(text, text, (prefix, key) => {
      const { from, inclusive, to } = rangeOf('things', prefix)
      const isIn = compareKeys(key, from) >= 0 && (to === undefined || compareKeys(key, to) < 0)
      expect(inclusive).toBe(true)
      expect(isIn).toBe(key.startsWith(prefix))
    }),
    { numRuns: 2000 },
  )
})

test('a range can continue after a key within it', () => {
  expect(rangeOf('things', 'a:', 'a:b')).toEqual({ collection: 'things', from: 'a:b', inclusive: false, to: 'a;' })
  expect(rangeOf('things', 'a:', 'a')).toEqual({ collection: 'things', from: 'a:', inclusive: true, to: 'a;' })
})

test.each([
  ['', undefined],
  ['\u{10ffff}', undefined],
  ['a\u{10ffff}', 'b'],
  ['a', 'b'],
  ['\ud7ff', '\ue000'],
  ['😀', '😁'],
])('the end of the prefix %j is %j', (prefix, end) => {
  expect(prefixEnd(prefix)).toBe(end)
})
