import { expect, it } from 'vitest'
import { hourOf, hourSentence } from './hour.ts'

const to = Date.parse('2026-11-28T14:20:00Z')
const hour = (requests: number[], failed = requests.map(() => 0), end = to) => ({ hour: { to: end, requests, failed } })

it('minutes are added over APIs and data planes, by their time', () => {
  expect(hourOf([hour([1, 2, 3], [0, 0, 1]), {}, hour([10, 20, 30], [5, 0, 0], to - 60_000)])).toEqual({
    ...{ to, requests: [21, 32, 3], failed: [0, 0, 1] },
  })
  expect(hourOf([{}])).toBeUndefined()
})

it('a sentence says what the chart shows', () => {
  const said = (requests: number[], failed?: number[]) => hourSentence(hour(requests, failed).hour, 'UTC')
  expect(said([0, 0])).toBe('No requests in the last hour.')
  expect(said([0, 1])).toBe('1 request in the last hour. None failed.')
  expect(said([0, 77, 0])).toBe('77 requests in the last hour. None failed.')
  expect(said([1200, 4, 1], [1, 2, 0])).toBe(
    '1,205 requests in the last hour, at most 1,200 a minute. 3 failed, the last at 14:18.',
  )
})
