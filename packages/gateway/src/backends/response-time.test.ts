import { expect, it } from 'vitest'
import { createResponseTime } from './response-time.ts'

it('is unknown before the first response', () => {
  expect(createResponseTime().at(1000)).toBeUndefined()
})

it('rises at once and falls over ten seconds', () => {
  const time = createResponseTime()
  time.observed(10, 0)
  time.observed(500, 0)
  expect(time.at(0)).toBe(500)
  for (let now = 100; now <= 60_000; now += 100) time.observed(10, now)
  expect(time.at(60_000)).toBeLessThan(12)
})

it('fades without responses', () => {
  const time = createResponseTime()
  time.observed(100, 0)
  expect([time.at(10_000)?.toFixed(1), time.at(30_000)?.toFixed(1)]).toEqual(['36.8', '5.0'])
})
