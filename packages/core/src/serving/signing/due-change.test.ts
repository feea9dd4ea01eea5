import { describe, expect, it } from 'vitest'
import { dueChange, SIGNING_MS } from './due-change.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const first = { since: 0, until: SIGNING_MS }
const second = { since: SIGNING_MS, until: 2 * SIGNING_MS }

describe('signing keys', () => {
  it('begin with one that signs at once, for ninety days', () => {
    expect(dueChange([], 7, 0)).toEqual({ make: { since: 7, until: 7 + 90 * DAY } })
  })

  it('get the next one a day before it signs', () => {
    expect(dueChange([first], SIGNING_MS - DAY - 1, 0)).toBeUndefined()
    expect(dueChange([first], SIGNING_MS - DAY, 0)).toEqual({ make: second })
  })

  it('publish the next one an hour before it signs, also if nobody was there in time', () => {
    const since = SIGNING_MS + 5 * DAY + HOUR
    expect(dueChange([first], SIGNING_MS + 5 * DAY, 0)).toEqual({
      make: { since, until: since + SIGNING_MS },
      extend: since,
    })
  })

  it('lose the old one when its last token has expired, a day later at the earliest', () => {
    const at = (ms: number, longest: number) => dueChange([first, second], SIGNING_MS + ms, longest)
    expect(at(DAY + HOUR / 6 - 1, HOUR)).toBeUndefined()
    expect(at(DAY + HOUR / 6, HOUR)).toEqual({ remove: true })
    expect(at(9 * DAY + HOUR / 6 - 1, 9 * DAY)).toBeUndefined()
    expect(at(9 * DAY + HOUR / 6, 9 * DAY)).toEqual({ remove: true })
  })

  it('are never all removed', () => {
    expect(dueChange([first], 1000 * DAY, 0)).toHaveProperty('make')
  })
})
