import { expect, it } from 'vitest'
import { reasonOf } from './reason-of.ts'

it.each([
  [new Error('connect ECONNREFUSED 127.0.0.1:1'), 'connect ECONNREFUSED 127.0.0.1:1'],
  [
    new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')]),
    'connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1',
  ],
  [new AggregateError([], 'All attempts failed'), 'All attempts failed'],
  ['no', 'no'],
])('the reason of %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})
