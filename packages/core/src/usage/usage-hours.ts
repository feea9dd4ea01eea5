import type { TimeZone } from '../machine/time/time.ts'

const HOUR = 60 * 60_000
const MINUTE = 60_000

/**
 * The begin of the hour of an instant, as clocks in the zone show it. In zones such as that of India, hours begin at
 * half past an hour of UTC; so days always consist of whole hours.
 */
export function hourOf(instant: number, zone: TimeZone): number {
  const local = instant + zone.offsetAt(instant)
  return instant - (((local % HOUR) + HOUR) % HOUR)
}

/** The day of an instant in the zone: `2026-11-22`. */
export const dayOf = (instant: number, zone: TimeZone): string =>
  new Date(instant + zone.offsetAt(instant)).toISOString().slice(0, 10)

/** The month of a day or month: `2026-11`. */
export const monthOf = (period: string): string => period.slice(0, '2026-11'.length)

/** An instant as local time with its offset: `2026-11-22T13:00:00+01:00`, or with `Z` if there is no offset. */
export function withOffset(instant: number, zone: TimeZone): string {
  const offset = zone.offsetAt(instant)
  const time = new Date(instant + offset).toISOString().slice(0, 19)
  if (offset === 0) return `${time}Z`
  const minutes = Math.abs(offset) / MINUTE
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${time}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
