import { timeZone, toInstant } from '@signalbox/core/evaluate'

/** The instant of a local time such as `2027-02-01T08:00` in a zone; `undefined` for a text that is not one. */
export function instantIn(text: string, zone: string): number | undefined {
  const local = Date.parse(`${text}Z`)
  return Number.isNaN(local) ? undefined : toInstant(local, timeZone(zone))
}

/** A timestamp may be ahead of the clock of this page by this much, in milliseconds. */
const SLACK = 60_000

/**
 * The instant of the timestamp of an event. A local time that occurs twice, because the clocks go back, is the last of
 * the two that is not in the future. `undefined` for a text that is not a timestamp.
 */
export function stampedAt(timestamp: string, zone: string, now: number): number | undefined {
  const first = instantIn(timestamp, zone)
  if (first === undefined) return undefined
  const last = toInstant(Date.parse(`${timestamp}Z`), timeZone(zone), 'last')
  return last <= now + SLACK ? last : first
}
