import { expect, it } from 'vitest'
import { removalMeans } from './removal-means.ts'

it.each([
  [{ subscriptions: 0, credentials: 0, closed: 0 }, []],
  [
    { subscriptions: 1, credentials: 0, closed: 0 },
    ['1 subscription and 0 credentials stop at once: programs that use them are rejected.'],
  ],
  [
    { subscriptions: 2, credentials: 3, closed: 4 },
    [
      '2 subscriptions and 3 credentials stop at once: programs that use them are rejected.',
      '4 closed subscriptions are deleted with it.',
    ],
  ],
])('%j means %j', (stopped, means) => {
  expect(removalMeans(stopped)).toEqual(means)
})
