import { isoInstantOf, readIsoDate } from '../machine/time/iso-date.ts'
import { parseMinutes, type TimeZone, timeZone, toInstant } from '../machine/time/time.ts'
import type { Clock } from '../ports.ts'
import type { Test } from './context.ts'
import { checkMembers } from './forms.ts'
import { days, type TimeWindow, windowMembers } from './time-window.ts'

/** Tells the time. */
export interface Timing {
  readonly clock: Clock
  /** The time zone of windows without one. */
  readonly zone: TimeZone
}

const SECOND = 1000
const MINUTE = 60_000
const DAY = 24 * 60
/** 1 January 1970 was a Thursday, the fourth day. */
const FIRST_DAY = 3

/** Compiles a window to a test of the clock. Throws INVALID for an unknown member, such as that of a later version. */
export function compileWindow(window: TimeWindow, { clock, zone: own }: Timing): Test {
  checkMembers('A window of time', window, windowMembers)
  const zone = window.timezone === undefined ? own : timeZone(window.timezone)
  const { from, until } = datesOf(window, zone)
  const onDay = window.days && days.map((day) => window.days?.includes(day) === true)
  const start = minutesOf(window.startTime, 0)
  const end = minutesOf(window.endTime, DAY)
  const isDaily = onDay !== undefined || window.startTime !== undefined || window.endTime !== undefined
  return () => {
    const now = clock()
    if (!(from <= now && now < until)) return false
    if (!isDaily) return true
    const minutes = Math.floor((now + zone.offsetAt(now)) / MINUTE)
    const minute = modulo(minutes, DAY)
    const isLate = start > end && minute < end // of the window that began on the day before
    if (!isLate && (minute < start || (start <= end && minute >= end))) return false
    return onDay === undefined || onDay[modulo(Math.floor(minutes / DAY) + FIRST_DAY - Number(isLate), 7)] === true
  }
}

/** The instants of a window's dates, `until` excluded; infinite where there is none. */
export function datesOf({ from, to }: TimeWindow, zone: TimeZone): { readonly from: number; readonly until: number } {
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : startOf(from, zone),
    until: to === undefined ? Number.POSITIVE_INFINITY : endOf(to, zone),
  }
}

const startOf = (date: string, zone: TimeZone): number => wholeSecond(isoInstantOf(date, zone))

/** A day alone ends where the next one begins. */
function endOf(date: string, zone: TimeZone): number {
  const written = readIsoDate(date)
  if (date.length === '2026-01-31'.length && written && 'local' in written)
    return toInstant(written.local + DAY * MINUTE, zone)
  return wholeSecond(isoInstantOf(date, zone, 'last')) + SECOND
}

const wholeSecond = (ms: number): number => Math.floor(ms / SECOND) * SECOND
const minutesOf = (time: string | undefined, otherwise: number): number =>
  time === undefined ? otherwise : (parseMinutes(time) ?? otherwise)
const modulo = (value: number, size: number): number => ((value % size) + size) % size
