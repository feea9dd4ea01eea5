import { expect, test } from 'vitest'
import { type Attempt, type Health, healthOf } from './health.ts'

const ok: Attempt = { date: '1', webhookId: 'm', status: 204 }
const bad: Attempt = { date: '2', webhookId: 'm', status: 502, error: 'The receiver answered 502' }
const gone: Attempt = { date: '3', webhookId: 'm', error: 'No response within 5 s' }
const gap: Attempt = { date: '4', error: 'Deleted from the log' }

test.each<[string, boolean, readonly Attempt[] | undefined, Health]>([
  ['nothing is known yet', false, undefined, { state: 'unknown' }],
  ['it was never called', false, [], { state: 'new' }],
  ['the last call succeeded', false, [ok, bad], { state: 'delivers', last: '1' }],
  [
    'the last calls failed',
    false,
    [gone, bad, ok],
    { state: 'fails', failures: 2, why: 'No response within 5 s', last: '1' },
  ],
  ['events were lost', false, [gap, ok], { state: 'delivers', last: '1' }],
  ['it failed too often', true, [bad, gone], { state: 'banned', since: '2', why: 'status 502' }],
  ['it was stopped by hand', true, [ok], { state: 'banned', last: '1' }],
  ['it is banned, and nothing else is known', true, undefined, { state: 'banned' }],
])('%s', (_, isBanned, attempts, expected) => {
  expect(healthOf(isBanned, attempts)).toEqual(expected)
})
