import { expect, it } from 'vitest'
import { createEntries } from './entries.ts'
import { entryOf } from './entry.ts'
import { findPlaces } from './find-places.ts'
import { parseQuery } from './query.ts'

const found = (words: string, records: readonly object[]) => {
  const entries = createEntries()
  for (const record of records) entries.put(entryOf(record)!)
  return [...findPlaces(entries, parseQuery(words))!].map((place) => entries.idAt(place))
}

const subscriptions = [
  { id: 'a', api_ref: 'billing', plan_ref: 'free', owner_ref: 'Acme', enabled: true, status: 'published' },
  { id: 'b', api_ref: 'billing-v2', plan_ref: 'free', enabled: false, status: 'deprecated' },
  { id: 'c', api_ref: 'billing-v2', plan_ref: 'pro', owner_ref: 'acme', enabled: false, status: 'closed' },
]

it.each([
  ['api:billing', ['a']],
  ['api:bil', ['a', 'b', 'c']],
  ['api:billing-v2 plan:free', ['b']],
  ['owner:acme', ['a', 'c']],
  ['is:active', ['a']],
  ['is:paused', ['b']],
  ['is:closed', ['c']],
  ['is:closed a', []],
  ['owner:nobody', []],
])('subscriptions are found by %s', (words, ids) => {
  expect(found(words, subscriptions)).toEqual(ids)
})

it('in lists of other kinds, such words are parts of ids', () => {
  const features = [{ id: 'api:login', enabled: true }, { id: 'shop' }]
  expect(found('api:login', features)).toEqual(['api:login'])
})
