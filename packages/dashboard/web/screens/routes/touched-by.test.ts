import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { withRoutes } from './api-routes.ts'
import { compiled, route } from './compiled.fixture.ts'
import { touchedBy } from './touched-by.ts'

const message = 'The routes shop:a and other:b both match /a: change the path or the methods of one'
const about = {
  severity: 'warning',
  code: 'route.collision',
  message,
  pointer: '/routes/0',
} as const
const apis = new Map([
  ['shop', withRoutes([], compiled({ routes: [route('a', { paths: ['/a'] })] }).routes, [])],
  [
    'other',
    withRoutes([], compiled({ id: 'other', routes: [route('b', { paths: ['/a'] }, { backend: 'orders' })] }).routes, [
      about,
    ]),
  ],
])
const event = (domain: string, type: string, key: string) => ({ domain, type, key }) as unknown as ChangeEvent

it.each([
  ['Api', 'API_UPDATED', 'new', ['new']],
  ['Api', 'API_DEPLOYED', 'other', ['other']],
  ['Api', 'API_DRAFT_UPDATED', 'shop', ['shop', 'other']],
  ['Api', 'APIS_DELETED', '*', []],
  ['Backend', 'BACKEND_UPDATED', 'orders', ['other']],
  ['Backend', 'BACKEND_UPDATED', 'unused', []],
  ['Feature', 'FEATURE_UPDATED', 'shop', []],
])('an event %s %s of %s changes the routes of %j', (domain, type, key, ids) => {
  expect(touchedBy(event(domain, type, key), apis)).toEqual(ids)
})
