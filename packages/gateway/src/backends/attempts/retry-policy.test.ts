import { expect, it } from 'vitest'
import { type Attempted, mayRepeat } from './retry-policy.ts'

const failed: Attempted = {
  method: 'GET',
  made: 1,
  most: 2,
  wasSent: true,
  isReplayable: true,
  hasIdempotencyKey: false,
}

it.each([
  ['GET', true],
  ['HEAD', true],
  ['OPTIONS', true],
  ['PUT', true],
  ['DELETE', true],
  ['QUERY', true],
  ['POST', false],
  ['PATCH', false],
  ['TRACE', false],
  ['get', false],
  ['LINK', false],
])('%s that was sent may be repeated: %s', (method, expected) => {
  expect(mayRepeat({ ...failed, method })).toBe(expected)
})

it.each<[string, Partial<Attempted>, boolean]>([
  ['POST that was not sent', { method: 'POST', wasSent: false }, true],
  ['POST with an Idempotency-Key', { method: 'POST', hasIdempotencyKey: true }, true],
  ['a request after its last attempt', { made: 2 }, false],
  ['a request without retries', { most: 1 }, false],
  ['a request that was not sent, without retries', { most: 1, wasSent: false }, false],
  ['a request whose body is lost', { isReplayable: false }, false],
  ['a request whose body is lost, with an Idempotency-Key', { isReplayable: false, hasIdempotencyKey: true }, false],
])('%s may be repeated: %j %s', (_, more, expected) => {
  expect(mayRepeat({ ...failed, ...more })).toBe(expected)
})
