import { array, assert, boolean, integer, property, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { createRetryBudget } from './retry-budget.ts'

it('allows three retries a second, however few requests there are', () => {
  const budget = createRetryBudget(0.2)
  const takes = (now: number) => [1, 2, 3, 4].map(() => budget.takes(now))
  expect(takes(0)).toEqual([true, true, true, false])
  expect(takes(999)).toEqual([false, false, false, false])
  expect(takes(1000)).toEqual([true, true, true, false])
})

it('allows a share of the requests of the last ten seconds', () => {
  const budget = createRetryBudget(0.2)
  for (let i = 0; i < 100; i++) budget.requested(i * 10)
  let taken = 0
  while (budget.takes(5000)) taken++
  expect(taken).toBe(20)
  // The requests are older than ten seconds.
  taken = 0
  while (budget.takes(11_000)) taken++
  expect(taken).toBe(3)
})

it('a share of 0 allows the least only', () => {
  const budget = createRetryBudget(0)
  for (let i = 0; i < 1000; i++) budget.requested(0)
  let taken = 0
  while (budget.takes(0)) taken++
  expect(taken).toBe(3)
})

it('never allows more than the share and the least, in any ten seconds', () => {
  const steps = array(tuple(integer({ min: 0, max: 700 }), boolean()), { maxLength: 400 })
  assert(
    property(steps, (all) => {
      const budget = createRetryBudget(0.2)
      let now = 0
      const requests: number[] = []
      const retries: number[] = []
      for (const [pause, isRetry] of all) {
        now += pause
        if (!isRetry) {
          budget.requested(now)
          requests.push(now)
        } else if (budget.takes(now)) retries.push(now)
        // Seconds count as a whole: the oldest may be counted up to a second too long.
        const since = (list: readonly number[], ms: number) => list.filter((one) => one > now - ms).length
        expect(since(retries, 9000)).toBeLessThanOrEqual(Math.ceil(0.2 * since(requests, 20_000)) + 33)
      }
    }),
  )
})
