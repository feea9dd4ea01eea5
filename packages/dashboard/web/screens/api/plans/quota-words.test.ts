import { expect, it } from 'vitest'
import { hoursWords, quotaWords, secondsWords } from './quota-words.ts'

it('quotas are sentences', () => {
  expect(quotaWords()).toBeUndefined()
  expect(quotaWords({ perMonth: 1_000_000 })).toBe('1,000,000 requests a month')
  expect(quotaWords({ window: 10, perWindow: 5, perDay: 1000, perMonth: 20_000 })).toBe(
    '5 requests per 10 seconds, 1,000 a day and 20,000 a month',
  )
  expect(quotaWords({ perWindow: 5 })).toBeUndefined()
})

it('lengths of time have the largest unit that fits', () => {
  expect([1, 60, 90, 7200, 86_400].map(secondsWords)).toEqual(['second', 'minute', '90 seconds', '2 hours', 'day'])
  expect([1, 24, 48, 50, 720].map(hoursWords)).toEqual(['1 hour', '24 hours', '2 days', '50 hours', '30 days'])
})
