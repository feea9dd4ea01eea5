import { describe, expect, it } from 'vitest'
import { dateTime, dateTimeBriefly, dateTimeIn, fromNow, span, weekday } from './dates.ts'

const instant = Date.parse('2027-02-01T08:00:00Z')

describe('a date in words', () => {
  it.each([
    ['UTC', '1 Feb 2027 08:00'],
    ['Europe/Paris', '1 Feb 2027 09:00'],
    ['Asia/Kathmandu', '1 Feb 2027 13:45'],
  ])('in %s is %s', (zone, words) => {
    expect(dateTime(instant, zone)).toBe(words)
  })

  it('has seconds where they are not 0, and names its zone', () => {
    expect(dateTime(instant + 7000, 'UTC')).toBe('1 Feb 2027 08:00:07')
    expect(dateTimeIn(instant, 'UTC')).toBe('1 Feb 2027 08:00 UTC')
    expect(dateTimeIn(instant, 'Europe/Paris')).toBe('1 Feb 2027 09:00 in Europe/Paris')
    expect(['UTC', 'Europe/Paris', 'Asia/Kathmandu'].map((zone) => dateTimeBriefly(instant, zone))).toEqual([
      '1 Feb 2027 08:00 UTC',
      '1 Feb 2027 09:00 CET',
      '1 Feb 2027 13:45 GMT+5:45',
    ])
    expect(weekday(instant, 'UTC')).toBe('Monday')
  })
})

describe('a distance in time', () => {
  it.each([
    [-240_000, '4 minutes ago'],
    [-59_000, 'just now'],
    [59_000, 'in less than a minute'],
    [3_600_000, 'in 1 hour'],
    [71.5 * 86_400_000, 'in 71 days'],
  ])('of %d milliseconds is %s', (distance, words) => {
    expect(fromNow(instant + distance, instant)).toBe(words)
  })

  it('is given in its largest unit', () => {
    expect(span(90 * 60_000)).toBe('1 hour')
    expect(span(1200 * 86_400_000)).toBe('1,200 days')
    expect(span(5)).toBe('less than a minute')
  })
})
