import { parseLocal, type TimeZone, toInstant } from './time.ts'

/** A parsed date: an instant if it had an offset, else a local time. Both in milliseconds. */
export type WrittenDate = { readonly instant: number } | { readonly local: number }

const MINUTE = 60_000

/**
 * Parses a date and time: ISO 8601 (`2026-01-31T09:05`, with optional seconds, fraction, and `Z` or offset; a space may
 * replace the `T`), or `31/01/2026 09:05[:00]`. `undefined` for other texts and for dates that do not exist.
 */
export function readDate(text: string): WrittenDate | undefined {
  const plain = parseLocal(text)
  if (plain !== undefined) return { local: plain }
  const [, day, time, seconds = '00', fraction = '', offset] = ISO.exec(text) ?? []
  const whole = day === undefined ? undefined : parseLocal(`${day} ${time}:${seconds}`)
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

/** Whether a string is a date with an offset. */
export function hasOffset(text: string): boolean {
  const written = readDate(text)
  return written !== undefined && 'instant' in written
}

/** The instant of a date; a local date is read in the zone. `NaN` for other strings. */
export function instantOf(text: string, zone: TimeZone, which: 'first' | 'last' = 'first'): number {
  const written = readDate(text)
  if (!written) return Number.NaN
  return 'instant' in written ? written.instant : toInstant(written.local, zone, which)
}

/** The local time of a date in a zone; `undefined` for other strings. */
export function localOf(text: string, zone: TimeZone): number | undefined {
  const written = readDate(text)
  if (!written || 'local' in written) return written?.local
  return written.instant + zone.offsetAt(written.instant)
}

/** Formats a date as the service writes local times: `2026-01-31T09:05:00.000`. `undefined` for other strings. */
export function toTimestamp(text: string, zone: TimeZone): string | undefined {
  const local = localOf(text, zone)
  return local === undefined ? undefined : new Date(local).toISOString().slice(0, -1)
}
