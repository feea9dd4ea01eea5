import type { TimeZone } from './time.ts'
import { instantOf, readDate, type WrittenDate } from './written-date.ts'

/**
 * Parses a date of ISO 8601: a date and time as `readDate` does, or a day alone (`2026-01-31`), which stands for its
 * beginning. `undefined` for other texts and for dates that do not exist.
 */
export const readIsoDate = (text: string): WrittenDate | undefined => readDate(withTime(text))

/** The instant of a date of ISO 8601; a date without an offset is read in the zone. `NaN` for other texts. */
export const isoInstantOf = (text: string, zone: TimeZone, which?: 'first' | 'last'): number =>
  instantOf(withTime(text), zone, which)

const withTime = (text: string): string => (DAY.test(text) ? `${text} 00:00` : YEAR.test(text) ? text : '')
const DAY = /^\d{4}-\d\d-\d\d$/
const YEAR = /^\d{4}-/
