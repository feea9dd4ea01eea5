import { expect, it } from 'vitest'
import { daysToGo, sampleSizeFor } from './sample-size.ts'

it.each([
  [
    { base: 0.2, uplift: 0.25, traffic: [0.5, 0.5] },
    { perArm: 1030, total: 2060 },
  ],
  [
    { base: 0.2, uplift: 0.25, traffic: [0.8, 0.2] },
    { perArm: 1030, total: 5150 },
  ],
  [
    { base: 0.2, uplift: 0.25, traffic: [0.5, 0.5, 0] },
    { perArm: 1245, total: 2490 },
  ],
  [{ base: 0.5, uplift: 1, traffic: [1] }, undefined],
  [{ base: 0, uplift: 0.1, traffic: [1] }, undefined],
  [{ base: 0.1, uplift: 0, traffic: [1] }, undefined],
  [{ base: 0.1, uplift: 0.1, traffic: [0] }, undefined],
])('%o takes %o users', (goal, size) => {
  expect(sampleSizeFor(goal)).toEqual(size)
})

it('tells the days to go at the pace so far', () => {
  const size = { perArm: 500, total: 1000 }
  expect(daysToGo(size, { users: 100, days: 2 })).toBe(18)
  expect(daysToGo(size, { users: 1200, days: 2 })).toBe(0)
  expect(daysToGo(size, { users: 0, days: 2 })).toBeUndefined()
  expect(daysToGo(size, { users: 100, days: 0 })).toBeUndefined()
})
