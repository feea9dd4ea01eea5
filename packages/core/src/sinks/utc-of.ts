import { timeZone, toInstant } from '../machine/time/time.ts'

/**
 * The timestamp of an event, a local date and time, in UTC (RFC 3339). `zone` is the IANA name of the instance's time
 * zone. Of a local time that a clock change repeats, the first is returned.
 *
 * @example
 * utcOf('2026-07-01T12:00:00.000', 'Europe/Paris') // 2026-07-01T10:00:00.000Z
 */
export const utcOf = (timestamp: string, zone = 'UTC'): string =>
  new Date(toInstant(Date.parse(`${timestamp}Z`), timeZone(zone), 'first')).toISOString()
