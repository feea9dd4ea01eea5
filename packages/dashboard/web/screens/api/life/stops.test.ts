import { expect, test } from 'vitest'
import { stopSentences } from './stops.ts'

test('what stops is said with numbers', () => {
  expect(stopSentences({ subscriptions: 3, credentials: 4, requests: 1204 })).toEqual([
    '3 subscriptions with 4 credentials stop working.',
    '1,204 requests came in the last day.',
  ])
  expect(stopSentences({ subscriptions: 1, credentials: 1 })).toEqual([
    '1 subscription with 1 credential stops working.',
  ])
  expect(stopSentences({ subscriptions: 0, credentials: 0, requests: 0 })).toEqual([
    'It has no subscriptions.',
    'No requests were counted in the last day.',
  ])
})
