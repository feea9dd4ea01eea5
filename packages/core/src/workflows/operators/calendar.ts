import { type TimeZone, toInstant } from '../../machine/time/time.ts'
import { instantOf } from '../../machine/time/written-date.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The earliest and latest instants that can be formatted: the years 100 to 9999. */
export const EARLIEST = new Date(0).setUTCFullYear(100, 0, 2)
export const LATEST = Date.UTC(9999, 11, 31)

/** Units of a fixed length, in milliseconds. */
export const units = {
  milliseconds: 1,
  seconds: SECOND,
  minutes: MINUTE,
  hours: HOUR,
  days: DAY,
  weeks: 7 * DAY,
} as const

/**
 * Parses a day (`2026-01-31`), a day and a time (`2026-01-31T09:05`; seconds and milliseconds are optional, `T` may be
 * a space, and `Z` or an offset may follow), or `31/01/2026 09:05[:00]`. Without an offset it is a local time. Returns
 * `undefined` for anything else.
 */
export function parseDate(text: string, zone: TimeZone): number | undefined {
  const instant = instantOf(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00` : text, zone)
  return Number.isNaN(instant) ? undefined : instant
}

/** The parts of a local date and time. */
export interface LocalParts {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  /** From 1, Monday, to 7 (ISO 8601). */
  readonly weekday: number
}

/** Splits a local time into its parts. */
export function partsOf(local: number): LocalParts {
  const date = new Date(local)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    weekday: date.getUTCDay() || 7,
  }
}

/** A duration in units of the calendar and of the clock. */
export type Duration = Readonly<Partial<Record<'years' | 'months' | keyof typeof units, number>>>

/**
 * Adds a duration to an instant. Years, months, weeks and days are added in the calendar of the zone: the time of day
 * stays the same, and a day that the month lacks becomes its last day. Smaller units are added in elapsed time.
 */
export function later(instant: number, duration: Duration, zone: TimeZone): number {
  const { years = 0, months = 0, weeks = 0, days = 0 } = duration
  const byCalendar =
    years || months || weeks || days ? moved(instant, 12 * years + months, 7 * weeks + days, zone) : instant
  const { hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = duration
  return byCalendar + hours * HOUR + minutes * MINUTE + seconds * SECOND + milliseconds
}

function moved(instant: number, months: number, days: number, zone: TimeZone): number {
  const local = instant + zone.offsetAt(instant)
  const { year, month, day } = partsOf(local)
  const ends = new Date(0).setUTCFullYear(year, month + months, 0)
  const date = new Date(0).setUTCFullYear(year, month - 1 + months, Math.min(day, new Date(ends).getUTCDate()))
  const target = date + days * DAY + (local - Math.floor(local / DAY) * DAY)
  return Number.isFinite(target) && Math.abs(target) < LATEST ? toInstant(target, zone) : Number.NaN
}

/** Periods whose start can be computed. */
export const periods = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const
/** A period of the calendar or the clock. */
export type Period = (typeof periods)[number]

/** Returns the first instant of the period that contains an instant. Weeks begin on Mondays (ISO 8601). */
export function startOf(instant: number, period: Period, zone: TimeZone): number {
  const offset = zone.offsetAt(instant)
  const start = startOfLocal(instant + offset, period)
  if (period !== 'minute' && period !== 'hour') return toInstant(start, zone)
  const near = start - offset // when clocks go back, an hour repeats: stay in the same one
  return zone.offsetAt(near) === offset ? near : toInstant(start, zone, 'last')
}

function startOfLocal(local: number, period: Period): number {
  const { year, month, weekday } = partsOf(local)
  const midnight = Math.floor(local / DAY) * DAY
  switch (period) {
    case 'minute':
      return Math.floor(local / MINUTE) * MINUTE
    case 'hour':
      return Math.floor(local / HOUR) * HOUR
    case 'day':
      return midnight
    case 'week':
      return midnight - (weekday - 1) * DAY
    case 'month':
      return new Date(0).setUTCFullYear(year, month - 1, 1)
    case 'year':
      return new Date(0).setUTCFullYear(year, 0, 1)
  }
}
