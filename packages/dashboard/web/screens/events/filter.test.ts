import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, test } from 'vitest'
import { filterOf, passes, queryOf } from './filter.ts'

const event = {
  _id: 1,
  type: 'FEATURE_UPDATED',
  domain: 'Feature',
  key: 'shop:express',
  authInfo: { id: 'u1', name: 'Ada', kind: 'User' },
} as ChangeEvent

const filter = (query: string) => filterOf(new URLSearchParams(query))

test.each([
  ['', true],
  ['domain=Feature&what=updated&key=shop:*&author=ada', true],
  ['domain=Segment', false],
  ['what=created', false],
  ['what=nonsense', true],
  ['key=shop', false],
  ['key=shop:express', true],
  ['author=u1', true],
  ['author=bob', false],
])('%s', (query, isShown) => {
  expect(passes(filter(query), event)).toBe(isShown)
})

test('authors are found by the words of the page', () => {
  const authInfo = { id: 'anyone', name: 'Anyone', kind: 'Anyone' }
  expect(passes(filter('author=anyone (no'), { ...event, authInfo } as ChangeEvent)).toBe(true)
})

test('a filter is kept in the address', () => {
  const query = queryOf({ domain: 'Feature', what: 'deleted', key: 'a&b:*', author: '' })
  expect(query).toBe('?domain=Feature&what=deleted&key=a%26b%3A*')
  expect(filter(query)).toEqual({ domain: 'Feature', what: 'deleted', key: 'a&b:*', author: '' })
  expect(queryOf(filter(''))).toBe('')
})
