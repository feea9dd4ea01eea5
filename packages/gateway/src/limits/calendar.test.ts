import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCalendar } from './calendar.ts'
import { createCalendarLimiter } from './calendar-limiter.ts'
import { createCalendarCounters } from './calendar-use.ts'
import type { LimitPolicy } from './limiter.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)

describe('the calendar of a zone', () => {
  it.each([
    ['UTC', 'day', '2026-11-22T23:59:59.999Z', '2026-11-22', 24],
    ['Europe/Paris', 'day', '2026-03-29T12:00:00Z', '2026-03-29', 23],
    ['Europe/Paris', 'day', '2026-10-25T12:00:00Z', '2026-10-25', 25],
    ['Europe/Paris', 'day', '2026-10-24T22:30:00Z', '2026-10-25', 25],
    ['America/Havana', 'day', '2026-11-01T04:30:00Z', '2026-11-01', 25],
    ['America/Sao_Paulo', 'day', '2018-11-04T04:00:00Z', '2018-11-04', 23],
    ['Pacific/Apia', 'day', '2011-12-30T09:59:00Z', '2011-12-29', 24],
    ['Pacific/Apia', 'day', '2011-12-30T10:00:00Z', '2011-12-31', 24],
    ['UTC', 'month', '2028-02-29T23:59:59Z', '2028-02', 29 * 24],
    ['Europe/Paris', 'month', '2026-03-31T21:59:59Z', '2026-03', 31 * 24 - 1],
    ['Europe/Paris', 'month', '2026-03-31T22:00:00Z', '2026-04', 30 * 24],
    ['Asia/Kolkata', 'month', '2026-12-31T18:30:00Z', '2027-01', 31 * 24],
  ] as const)('in %s: the %s of %s is %s, and has %i hours', (zone, unit, now, id, hours) => {
    const { start, end, ...period } = createCalendar(zone).periodOf(unit, at(now))
    expect([period.id, (end - start) / HOUR]).toEqual([id, hours])
  })

  it('has periods without gaps, each with the instants that belong to it', () => {
    const zones = constantFrom('UTC', 'Europe/Paris', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu')
    const instants = integer({ min: at('2015-01-01'), max: at('2035-01-01') })
    assert(
      property(zones, constantFrom('day', 'month'), instants, (zone, unit, now) => {
        const calendar = createCalendar(zone)
        const { id, start, end } = calendar.periodOf(unit, now)
        expect(now >= start && now < end).toBe(true)
        expect([calendar.periodOf(unit, start).id, calendar.periodOf(unit, end - 1).id]).toEqual([id, id])
        expect([calendar.periodOf(unit, end).start, calendar.periodOf(unit, start - 1).end]).toEqual([end, start])
      }),
    )
  })
})

/** A limiter of days, with its counters. */
function days(rate: number, zone = 'UTC') {
  const counters = createCalendarCounters()
  const limiter = createCalendarLimiter('day', { calendar: createCalendar(zone), counters })
  const policy: LimitPolicy = { kind: 'day', name: 'day', rate, windowMs: 24 * HOUR, burst: 0 }
  return {
    counters,
    take: (now: string) => limiter.take('a', policy, at(now)),
    giveBack: (now: string) => limiter.giveBack('a', policy, at(now)),
  }
}

describe('quotas of days', () => {
  it('admit so many, and again the next day', () => {
    const { take } = days(2, 'Europe/Paris')
    expect(take('2026-10-25T10:00:00Z')).toEqual({
      ...{ isAdmitted: true, remaining: 1, waitMs: 0 },
      resetMs: 13 * HOUR,
    })
    expect(take('2026-10-25T10:00:00Z').remaining).toBe(0)
    expect(take('2026-10-25T22:59:59Z')).toMatchObject({ isAdmitted: false, waitMs: 1000 })
    expect(take('2026-10-25T23:00:00Z').isAdmitted).toBe(true)
  })

  it('admit no more when a clock is set back over midnight, and forth again', () => {
    const { take } = days(2)
    const times = ['2026-01-01T23:59:00Z', '2026-01-02T00:01:00Z', '2026-01-01T23:59:30Z', '2026-01-02T00:02:00Z']
    expect(times.map((now) => take(now).isAdmitted)).toEqual([true, true, true, true])
    expect(times.map((now) => take(now).isAdmitted)).toEqual([false, false, false, false])
  })

  it('admit what is given back', () => {
    const { take, giveBack } = days(1)
    take('2026-01-01T10:00:00Z')
    giveBack('2026-01-01T10:00:00Z')
    expect(take('2026-01-01T11:00:00Z').isAdmitted).toBe(true)
  })

  it('admit nothing at 0', () => {
    expect(days(0).take('2026-01-01T10:00:00Z')).toMatchObject({ isAdmitted: false, remaining: 0, waitMs: 14 * HOUR })
  })
})

describe('what was used', () => {
  it('is drained once, by key and period', () => {
    const { counters, take, giveBack } = days(9)
    take('2026-01-01T10:00:00Z')
    take('2026-01-01T11:00:00Z')
    take('2026-01-02T11:00:00Z')
    expect(counters.drain()).toEqual([
      { key: 'a', period: '2026-01-01', used: 2 },
      { key: 'a', period: '2026-01-02', used: 1 },
    ])
    expect(counters.drain()).toEqual([])
    giveBack('2026-01-02T11:00:00Z')
    expect(counters.drain()).toEqual([{ key: 'a', period: '2026-01-02', used: -1 }])
  })

  it('is loaded before or after the first request, and is not drained', () => {
    const { counters, take } = days(5)
    counters.load('a', '2026-01-01', 3)
    expect(take('2026-01-01T10:00:00Z').remaining).toBe(1)
    counters.load('a', '2026-01-01', 4)
    expect(take('2026-01-01T10:00:00Z').isAdmitted).toBe(false)
    expect(counters.drain()).toEqual([{ key: 'a', period: '2026-01-01', used: 1 }])
  })
  it('does not shrink when the source says less, which it does until usage has been delivered', () => {
    const { counters, take } = days(5)
    counters.load('a', '2026-01-01', 3)
    take('2026-01-01T10:00:00Z')
    counters.load('a', '2026-01-01', 1)
    expect(counters.totalOf('a', '2026-01-01')).toBe(4)
    counters.load('b', '2026-01-01', 2)
    counters.load('b', '2026-01-01', 1)
    expect(counters.totalOf('b', '2026-01-01')).toBe(2)
  })
})
