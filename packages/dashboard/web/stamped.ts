import { timeZone, toInstant } from '@signalbox/core/evaluate'
import { box } from './box.ts'

/** The instant of an event's timestamp in epoch milliseconds; `undefined` while the zone of the service is unknown. */
export function instantOf(timestamp: string): number | undefined {
  const local = Date.parse(`${timestamp}Z`)
  const zone = box.peek()?.timeZone
  return zone === undefined || Number.isNaN(local) ? undefined : toInstant(local, timeZone(zone))
}
