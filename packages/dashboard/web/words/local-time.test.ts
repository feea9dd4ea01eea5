import { describe, expect, it } from 'vitest'
import { instantIn, stampedAt } from './local-time.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

describe('a local time', () => {
  it('is read in the zone that is given', () => {
    expect(instantIn('2027-02-01T08:00', 'Europe/Paris')).toBe(utc('2027-02-01T07:00'))
    expect(instantIn('2027-02-01T08:00', 'UTC')).toBe(utc('2027-02-01T08:00'))
    expect(instantIn('', 'UTC')).toBeUndefined()
  })
})

describe('the timestamp of an event', () => {
  // In Paris, 02:00 to 03:00 occurs twice on this day: from 00:00 UTC, and again from 01:00 UTC.
  const timestamp = '2027-10-31T02:20:00.000'
  const read = (now: string) => stampedAt(timestamp, 'Europe/Paris', utc(now))

  it('in the hour that occurs twice is never in the future', () => {
    expect(read('2027-10-31T00:25')).toBe(utc('2027-10-31T00:20'))
    expect(read('2027-10-31T01:00')).toBe(utc('2027-10-31T00:20'))
  })

  it('in the hour that occurs twice is the nearest one later on', () => {
    expect(read('2027-10-31T01:25')).toBe(utc('2027-10-31T01:20'))
    expect(read('2027-11-05T00:00')).toBe(utc('2027-10-31T01:20'))
  })

  it('that occurs once is that instant, even ahead of the clock', () => {
    expect(stampedAt('2027-06-01T12:00:00.000', 'Europe/Paris', 0)).toBe(utc('2027-06-01T10:00'))
    expect(stampedAt('x', 'UTC', 0)).toBeUndefined()
  })
})
