import { causes } from '@signalbox/core/gateway'
import { expect, test } from 'vitest'
import { causeWords } from './cause-words.ts'

test('every cause of the gateway has words of its own', () => {
  const all = causes.map(({ id }) => causeWords(id))
  expect(all.filter((word) => word.startsWith('errors.'))).toEqual([])
  expect(new Set(all).size).toBe(causes.length)
  expect(causeWords('acme.too.early')).toBe('acme.too.early')
})
