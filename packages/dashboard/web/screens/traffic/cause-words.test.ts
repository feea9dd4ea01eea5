import { causes } from '@signalbox/core/gateway'
import { expect, test } from 'vitest'
import { causeWords, isLimit, isRefusal } from './cause-words.ts'

test('every cause of the gateway has words of its own', () => {
  const all = causes.map(({ id }) => causeWords(id))
  expect(all.filter((word) => word.startsWith('errors.'))).toEqual([])
  expect(new Set(all).size).toBe(causes.length)
  expect(causeWords('acme.too.early')).toBe('acme.too.early')
})

test('limits, refusals and failures are told apart', () => {
  expect(causes.filter(({ id }) => isLimit(id)).map(({ id }) => id)).toEqual([
    'errors.rate.limit.exceeded',
    'errors.quota.exceeded',
  ])
  for (const { id, status } of causes) expect([id, isLimit(id) || isRefusal(id)]).toEqual([id, status < 500])
  expect(isRefusal('acme.too.early')).toBe(true)
})
