import { expect, it } from 'vitest'
import { activeParts, hoursInWords } from './hours.ts'

it.each([
  ['08:00', '18:30', [[480, 1110]], 'Active every day from 08:00 until 18:30 (10 h 30 min).'],
  [
    '22:00',
    '06:00',
    [
      [0, 360],
      [1320, 1440],
    ],
    'Active every day from 22:00, past midnight, until 06:00 of the next day (8 h).',
  ],
  ['18:00', '00:00', [[1080, 1440]], 'Active every day from 18:00 until midnight (6 h).'],
  ['00:00', '06:00', [[0, 360]], 'Active every day from 00:00 until 06:00 (6 h).'],
  ['08:00', '08:00', [], 'Never active: both times are equal.'],
  ['', '08:00', [], 'Choose two times.'],
])('from %j until %j', (start, end, parts, words) => {
  expect(activeParts(start, end)).toEqual(parts)
  expect(hoursInWords(start, end)).toBe(words)
})
