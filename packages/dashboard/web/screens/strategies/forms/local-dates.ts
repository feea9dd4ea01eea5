import { type TimeZone, toInstant } from '@signalbox/core/evaluate'
import { dateTime } from '../../../words/dates.ts'

/** The instant of a local time, and what the clocks of its zone do then. All in milliseconds. */
export interface ReadLocal {
  readonly instant: number
  /** Why the local time is special: clocks skip it, or it occurs twice. */
  readonly change?: 'skipped' | 'repeated'
}

/** Reads a local time in a zone. `which` of the two instants counts if it occurs twice. */
export function readLocal(local: number, zone: TimeZone, which: 'first' | 'last' = 'first'): ReadLocal {
  const [first, last] = [toInstant(local, zone, 'first'), toInstant(local, zone, 'last')]
  const instant = which === 'first' ? first : last
  if (instant + zone.offsetAt(instant) !== local) return { instant, change: 'skipped' }
  return first === last ? { instant } : { instant, change: 'repeated' }
}

/** Explains a local time that clocks skip or repeat; `undefined` for all others. */
export function clockChange(local: number, zone: TimeZone, which: 'first' | 'last' = 'first'): string | undefined {
  const { instant, change } = readLocal(local, zone, which)
  const written = dateTime(local, 'UTC')
  if (change === 'skipped')
    return `The clocks in ${zone.name} skip ${written}. It counts as ${dateTime(instant, zone.name)}, when they change.`
  if (change === 'repeated')
    return `${written} occurs twice in ${zone.name}, because the clocks go back. The ${which} one counts: ${dateTime(instant, 'UTC')} UTC.`
  return undefined
}

/** A local time as `<input type="datetime-local">` writes it: `2027-02-01T08:00`, with seconds where they are not 0. */
export const toInput = (local: number): string => new Date(local).toISOString().slice(0, 19).replace(/:00$/, '')

/** Reads the value of `<input type="datetime-local">`; `undefined` while it is incomplete. */
export function fromInput(text: string): number | undefined {
  const local = Date.parse(`${text}${text.length === 16 ? ':00' : ''}Z`)
  return Number.isNaN(local) ? undefined : local
}
