import { type Problem, problem } from '../machine/errors/errors.ts'
import type { TimeZone } from '../machine/time/time.ts'
import type { UsageBatch } from './usage-batch.ts'
import { dayOf } from './usage-hours.ts'

/** What tells which times are near. */
export interface PlausiblePorts {
  readonly clock: () => number
  readonly zone: TimeZone
  /** For how many days usage is kept. */
  readonly usageRetentionDays: number
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** How many days or months the period of a quota may be away. */
const MOST_PERIODS = 2
/** The most requests that are taken for possible, in a second and in an entry that is shorter than ten. */
const MOST_A_SECOND = 1_000_000
const LEAST_BOUND = 10_000_000

/**
 * Finds times and numbers in a batch that no data plane can have counted, by JSON pointer: minutes in the future or older than the
 * retention, quotas of far periods, more requests in a minute or hour than any machine answers. Pure.
 */
export function implausibleIn(
  { entries, quotas }: UsageBatch,
  { clock, zone, usageRetentionDays }: PlausiblePorts,
): Record<string, readonly Problem[]> {
  const now = clock()
  const found: Record<string, readonly Problem[]> = {}
  const sums = new Map<number, number>()
  const oldest = now - usageRetentionDays * DAY - HOUR
  for (const [i, { minute, requests }] of entries.entries()) {
    if (minute > now + HOUR) found[`/entries/${i}/minute`] = [problem('error.maximum', now + HOUR)]
    if (minute < oldest) found[`/entries/${i}/minute`] = [problem('error.minimum', oldest)]
    const sum = requests + (sums.get(minute) ?? 0)
    // What was not sent for long is merged: then an entry is for an hour.
    const most = Math.max(LEAST_BOUND, (MOST_A_SECOND * Math.min(HOUR, now - minute)) / 1000)
    if (sum > most) found[`/entries/${i}/requests`] = [problem('error.maximum', Math.floor(most))]
    else sums.set(minute, sum)
  }
  const today = dayOf(now, zone)
  for (const [i, { period }] of quotas.entries())
    if (!(Math.abs(periodsBetween(period, today)) <= MOST_PERIODS))
      found[`/quotas/${i}/period`] = [problem('error.format', `day or month near ${today}`)]
  return found
}

/** How many days or months a period is from a day; NaN for days and months that no calendar has. */
function periodsBetween(period: string, day: string): number {
  const at = Date.parse(period)
  if (period.length === day.length) return (at - Date.parse(day)) / DAY
  const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
  return months(new Date(at)) - months(new Date(Date.parse(day)))
}
