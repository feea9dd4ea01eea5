import { stampedAt } from '../words/local-time.ts'
import { box } from './box.ts'
import { serviceNow } from './clock.ts'

/** The instant of an event's timestamp in epoch milliseconds; `undefined` while the zone of the service is unknown. */
export function instantOf(timestamp: string): number | undefined {
  const zone = box.peek()?.timeZone
  return zone === undefined ? undefined : stampedAt(timestamp, zone, serviceNow())
}
