import type { TimeZone } from './time.ts'
import { parseLocal, toInstant } from './time.ts'

/** A date as someone wrote it: with an offset it is an instant, without one a local time. Both in milliseconds. */
export type WrittenDate = { readonly instant: number } | { readonly local: number }

const MINUTE = 60_000

/**
 * Reads a date and time: ISO 8601 (`2026-01-31T09:05`, with seconds, a fraction, `Z` or an offset if wanted, and a space for the `T`), or
 * `31/01/2026 09:05[:00]`. `undefined` for any other text and for dates that no calendar has.
 */
export function readDate(text: string): WrittenDate | undefined {
  const [, day, time, seconds = '00', fraction = '', offset] = ISO.exec(text) ?? []
  const whole = parseLocal(day === undefined ? text : `${day} ${time}:${seconds}`)
  if (whole === undefined) return undefined
  const local = whole + Number(fraction.padEnd(3, '0').slice(0, 3))
  return offset === undefined ? { local } : { instant: local - offsetOf(offset) }
}
const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/

function offsetOf(text: string): number {
  if (text === 'Z') return 0
  const size = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', ''))
  return (text.startsWith('-') ? -size : size) * MINUTE
}

/** Whether a text is a date that says its offset. */
export function hasOffset(text: string): boolean {
  const written = readDate(text)
  return written !== undefined && 'instant' in written
}

/** The instant of a written date; a local one is read in the zone. `NaN` for what is no date. */
export function instantOf(text: string, zone: TimeZone, which: 'first' | 'last' = 'first'): number {
  const written = readDate(text)
  if (!written) return Number.NaN
  return 'instant' in written ? written.instant : toInstant(written.local, zone, which)
}

/** The local time of a written date in a zone; `undefined` for what is no date. */
export function localOf(text: string, zone: TimeZone): number | undefined {
  const written = readDate(text)
  if (!written || 'local' in written) return written?.local
  return written.instant + zone.offsetAt(written.instant)
}

/** A written date as the service writes local date-times: `2026-01-31T09:05:00.000`; `undefined` for what is no date. */
export function toTimestamp(text: string, zone: TimeZone): string | undefined {
  const local = localOf(text, zone)
  return local === undefined ? undefined : new Date(local).toISOString().slice(0, -1)
}
