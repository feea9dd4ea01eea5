/**
 * Local times and instants. An instant is epoch milliseconds; a local time is the same number as if the zone were UTC.
 */

/** A time zone. It remembers its offset per minute, because some zones change at one minute past the hour. */
export interface TimeZone {
  readonly name: string
  /** The milliseconds to add to an instant to get the local time. */
  offsetAt(instant: number): number
}

const MINUTE = 60_000
const DAY = 24 * 60 * 60_000

/** The zone with an IANA name. Throws a `RangeError` for a name that the runtime does not know. */
export function timeZone(name: string): TimeZone {
  const known = zones.get(name)
  if (known) return known
  const zone = name === 'UTC' ? { name, offsetAt: () => 0 } : createZone(name)
  if (zones.size >= MOST_ZONES) zones.clear()
  zones.set(name, zone)
  return zone
}
const zones = new Map<string, TimeZone>()
/** The most zones to remember. Callers choose the names, in any capitalization, so there is no natural limit. */
const MOST_ZONES = 1000

/** Whether the runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    timeZone(name)
    return true
  } catch {
    return false
  }
}

function createZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  let from = Number.NaN
  let offset = 0
  return {
    name,
    offsetAt(instant) {
      if (instant >= from && instant < from + MINUTE) return offset
      const start = Math.floor(instant / MINUTE) * MINUTE
      offset = localOf(format, start) - start
      from = start
      return offset
    },
  }
}

function localOf(format: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, number> = {}
  let era = 'AD'
  for (const { type, value } of format.formatToParts(instant))
    if (type === 'era') era = value
    else part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return (
    new Date(0).setUTCFullYear(era === 'AD' ? year : 1 - year, month - 1, day) +
    hour * 3_600_000 +
    minute * MINUTE +
    second * 1000
  )
}

/**
 * The instant of a local time. For a local time that a clock change skips: the instant of the change. For a repeated
 * one: the first of the two, or the last.
 */
export function toInstant(local: number, zone: TimeZone, which: 'first' | 'last' = 'first'): number {
  const before = local - zone.offsetAt(local - DAY)
  const after = local - zone.offsetAt(local + DAY)
  if (before === after) return before
  const valid = [before, after].filter((instant) => instant + zone.offsetAt(instant) === local)
  if (valid.length > 0) return which === 'first' ? Math.min(...valid) : Math.max(...valid)
  return changeBetween(after, before, zone)
}

/** The first instant after `low` whose offset is that of `high`. */
function changeBetween(low: number, high: number, zone: TimeZone): number {
  const target = zone.offsetAt(high)
  let [from, to] = [low, high]
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (zone.offsetAt(middle) === target) to = middle
    else from = middle
  }
  return to
}

/** The local date-time of an instant, with milliseconds and no zone: `2026-01-31T09:05:00.000`. */
export function localTimestamp(instant: number, zone: TimeZone): string {
  if (instant !== latest.instant || zone !== latest.zone)
    latest = { instant, zone, text: new Date(instant + zone.offsetAt(instant)).toISOString().slice(0, -1) }
  return latest.text
}
/** The latest result: events of one commit ask for the same millisecond repeatedly. */
let latest: { instant: number; zone: TimeZone | undefined; text: string } = {
  instant: Number.NaN,
  zone: undefined,
  text: '',
}

/** The two date formats of the contract. */
export type DateStyle = 'dd/MM/yyyy HH:mm:ss' | 'yyyy-MM-dd HH:mm:ss'

const DAY_FIRST = /^\d\d\/\d\d\/\d{4} \d\d:\d\d(?::\d\d)?$/
const YEAR_FIRST = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/**
 * Parses `dd/MM/yyyy HH:mm[:ss]` or `yyyy-MM-dd HH:mm:ss` as a local time. `undefined` for other texts and for dates
 * that do not exist.
 */
export function parseLocal(text: string): number | undefined {
  const isDayFirst = DAY_FIRST.test(text)
  if (!isDayFirst && !YEAR_FIRST.test(text)) return undefined
  const year = numberAt(text, isDayFirst ? 6 : 0, 4)
  const month = numberAt(text, isDayFirst ? 3 : 5, 2)
  const day = numberAt(text, isDayFirst ? 0 : 8, 2)
  const hour = numberAt(text, 11, 2)
  const minute = numberAt(text, 14, 2)
  const second = text.length === 19 ? numberAt(text, 17, 2) : 0
  const isInCalendar = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  if (!isInCalendar || hour > 23 || minute > 59 || second > 59) return undefined
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The number that these digits of a text stand for. */
function numberAt(text: string, from: number, digits: number): number {
  let number = 0
  for (let i = from; i < from + digits; i++) number = number * 10 + text.charCodeAt(i) - 0x30
  return number
}

/** The number of days in a month, from 1. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Whether a text is a date that `formatLocal` would return for this format. */
export const isLocal = (text: string, style: DateStyle): boolean =>
  text.length === style.length &&
  (style === 'dd/MM/yyyy HH:mm:ss') === text.includes('/') &&
  parseLocal(text) !== undefined

/** Formats a local time in one of the contract's two formats. */
export function formatLocal(local: number, style: DateStyle): string {
  const [date = '', time = ''] = new Date(local).toISOString().split('T')
  const [year, month, day] = date.split('-')
  return `${style === 'yyyy-MM-dd HH:mm:ss' ? date : `${day}/${month}/${year}`} ${time.slice(0, 8)}`
}

/** Parses `HH:mm` or `H:mm` as minutes since midnight; `undefined` for any other text. */
export function parseMinutes(text: string): number | undefined {
  const [, hour, minute] = /^(\d?\d):(\d\d)$/.exec(text) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return Number(hour) * 60 + Number(minute)
}

/** Formats minutes since midnight as `HH:mm`. */
export const formatMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
