import { expect, it } from 'vitest'
import type { GatewayApi } from '../served/gateway-api.ts'
import { testingWords } from './testing-words.ts'

const api = (part: object) => ({ name: 'Shop', testing: { enabled: true }, ...part }) as GatewayApi

it.each([
  [{ state: 'published', testing: { enabled: false } }, false, 'Testing is off: draft routes are not served.'],
  [{ state: 'removed' }, true, 'The API is removed, so nothing is served, not even to testers.'],
  [{ state: 'published', enabled: false }, true, 'The API is disabled, so nothing is served, not even to testers.'],
  [
    { state: 'published' },
    true,
    'Requests with the header reach the routes of the draft as it was last saved. Other requests reach what is published.',
  ],
  [
    { state: 'staging' },
    false,
    'Requests with the header reach the routes of the API as it was last saved. Nothing else is served in staging.',
  ],
])('%j with a draft %s', (part, hasDraft, words) => {
  expect(testingWords(api(part), hasDraft)).toEqual([words])
})
