import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  formatLocal,
  formatMinutes,
  isTimeZone,
  localTimestamp,
  parseLocal,
  parseMinutes,
  timeZone,
  toInstant,
} from './time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const zones = [
  'UTC',
  'Europe/Paris',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Gaza',
  'Antarctica/Troll',
]
const YEARS = { from: Date.UTC(2000), to: Date.UTC(2031) }

/** The clock changes of a zone according to Temporal. */
function changesOf(name: string): number[] {
  const changes: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(YEARS.from).toZonedDateTimeISO(name)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= YEARS.to) return changes
    changes.push(next.epochMilliseconds)
    at = next
  }
}

const temporalOffset = (instant: number, name: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).offsetNanoseconds / 1e6

/** The expected instant according to Temporal: for a skipped local time the instant of the change. */
function expected(local: number, name: string, which: 'first' | 'last'): number {
  const plain = Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, -1))
  const chosen = plain.toZonedDateTime(name, { disambiguation: which === 'first' ? 'earlier' : 'later' })
  if (chosen.toPlainDateTime().equals(plain)) return chosen.epochMilliseconds
  const before = plain.toZonedDateTime(name, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')!.epochMilliseconds
}

describe.each(zones)('in %s', (name) => {
  const zone = timeZone(name)
  const changes = changesOf(name)

  it('the offset is right on both sides of every change of clocks', () => {
    for (const change of changes)
      for (const instant of [change - HOUR, change - MINUTE, change - 1, change, change + 1, change + HOUR])
        expect([instant, zone.offsetAt(instant)]).toEqual([instant, temporalOffset(instant, name)])
  })

  it('the offset is right at any instant, whatever was asked before', () => {
    const instants = fc.array(fc.integer({ min: YEARS.from, max: YEARS.to }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(instants, (list) => {
        for (const instant of list) expect(zone.offsetAt(instant)).toBe(temporalOffset(instant, name))
      }),
    )
  })

  it('local times around every change of clocks are the instants that Temporal has', () => {
    for (const change of changes) {
      const [low, high] = [change - 1, change].map((instant) => instant + temporalOffset(instant, name)) as [
        number,
        number,
      ]
      const [start, end] = [Math.min(low, high), Math.max(low, high)]
      const near = [start - HOUR, start - 1000, start, start + 1000, (start + end) / 2, end - 1000, end, end + HOUR]
      for (const local of near.map((one) => Math.floor(one / 1000) * 1000))
        for (const which of ['first', 'last'] as const)
          expect([local, which, toInstant(local, zone, which)]).toEqual([local, which, expected(local, name, which)])
    }
  })

  it('a local time anywhere is the instant that Temporal has', () => {
    const seconds = fc.integer({ min: YEARS.from / 1000, max: YEARS.to / 1000 })
    fc.assert(
      fc.property(seconds, fc.constantFrom('first', 'last'), (second, which) => {
        expect(toInstant(second * 1000, zone, which)).toBe(expected(second * 1000, name, which))
      }),
    )
  })
})

describe('a change of clocks', () => {
  const paris = timeZone('Europe/Paris')
  const local = (text: string) => parseLocal(text) as number

  it('makes a skipped local time the instant of the change', () => {
    expect(toInstant(local('2026-03-29 02:30:00'), paris)).toBe(Date.UTC(2026, 2, 29, 1))
    expect(toInstant(local('2011-12-30 12:00:00'), timeZone('Pacific/Apia'))).toBe(Date.UTC(2011, 11, 30, 10))
  })

  it('makes a repeated local time the first of the two, or the last', () => {
    expect(toInstant(local('2026-10-25 02:30:00'), paris, 'first')).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(toInstant(local('2026-10-25 02:30:00'), paris, 'last')).toBe(Date.UTC(2026, 9, 25, 1, 30))
  })
})

describe('parseLocal', () => {
  it.each([
    ['31/01/2026 09:05:00', '2026-01-31T09:05:00.000Z'],
    ['31/01/2026 09:05', '2026-01-31T09:05:00.000Z'],
    ['2026-01-31 09:05:07', '2026-01-31T09:05:07.000Z'],
    ['29/02/2024 00:00:00', '2024-02-29T00:00:00.000Z'],
    ['31/12/9999 23:59:59', '9999-12-31T23:59:59.000Z'],
    ['01/01/0100 00:00:00', '0100-01-01T00:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(new Date(parseLocal(text) as number).toISOString()).toBe(iso)
  })

  it.each([
    '31/02/2026 00:00:00',
    '29/02/2025 00:00:00',
    '29/02/1900 00:00:00',
    '00/01/2026 00:00:00',
    '01/13/2026 00:00:00',
    '2026-00-01 00:00:00',
    '01/01/2026 24:00:00',
    '01/01/2026 23:60:00',
    '01/01/2026 23:59:60',
    '01/01/0099 00:00:00',
    '01/01/10000 00:00:00',
    '+02026-01-01 00:00:00',
    '1/1/2026 00:00:00',
    '01/01/26 00:00:00',
    '2026-01-01 00:00',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01 00:00:00\n',
    ' 2026-01-01 00:00:00',
    '٠١/٠١/٢٠٢٦ 00:00:00',
    '',
  ])('rejects %j', (text) => {
    expect(parseLocal(text)).toBeUndefined()
  })

  it('parses every formatted second back, in both formats', () => {
    const seconds = fc.integer({ min: Date.UTC(100) / 1000, max: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000 })
    fc.assert(
      fc.property(seconds, fc.constantFrom('dd/MM/yyyy HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'), (second, style) => {
        expect(parseLocal(formatLocal(second * 1000, style))).toBe(second * 1000)
      }),
    )
  })
})

describe('minutes of the day', () => {
  it('are parsed back as formatted', () => {
    for (let minute = 0; minute < 24 * 60; minute++) expect(parseMinutes(formatMinutes(minute))).toBe(minute)
  })

  it('can have an hour with one digit', () => {
    expect(parseMinutes('9:05')).toBe(9 * 60 + 5)
  })

  it.each(['24:00', '23:60', '9:5', '009:05', '9', '', ' 9:05', '9:05:00', '-1:00'])('reject %j', (text) => {
    expect(parseMinutes(text)).toBeUndefined()
  })
})

describe('a timestamp', () => {
  it('is local, with milliseconds and no zone', () => {
    const instant = Date.UTC(2026, 0, 31, 8, 5, 0, 7)
    expect(localTimestamp(instant, timeZone('Europe/Paris'))).toBe('2026-01-31T09:05:00.007')
    expect(localTimestamp(instant, timeZone('Asia/Kathmandu'))).toBe('2026-01-31T13:50:00.007')
  })
})

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires'])('%s is known', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  it.each(['Mars/Olympus', '', 'Europe/Paris '])('%j is not', (name) => {
    expect(isTimeZone(name)).toBe(false)
    expect(() => timeZone(name)).toThrow(RangeError)
  })
})
