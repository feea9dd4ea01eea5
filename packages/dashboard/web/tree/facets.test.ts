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

const apis = [
  { id: 'billing', groups: ['Payments', 'Back Office'], state: 'published', enabled: true },
  { id: 'pay', groups: ['payments-eu'], state: 'staging', enabled: true },
  { id: 'shop', groups: [], state: 'published', enabled: false },
]

it.each([
  ['group:payments', ['billing']],
  ['group:pay', ['billing', 'pay']],
  ['group:back-office', ['billing']],
  ['group:payments is:published', ['billing']],
  ['group:pay is:staging', ['pay']],
  ['is:published', ['billing', 'shop']],
  ['is:off', ['shop']],
  ['group:nothing', []],
])('APIs are found by %s', (words, ids) => {
  expect(found(words, apis)).toEqual(ids)
})

it('in lists of other kinds, such words are parts of ids', () => {
  const features = [{ id: 'api:login', enabled: true }, { id: 'shop' }]
  expect(found('api:login', features)).toEqual(['api:login'])
})
