import { formatMinutes, parseMinutes, type TimeZone, timeZone } from '../../machine/time/time.ts'
import { defineStrategy, matched, timezone } from './strategy.ts'

const hour = { type: 'string', format: 'HH:mm' } as const
const synonym = {
  ...hour,
  description: 'A synonym for clients of the previous feature service',
} as const
const DAY = 24 * 60

/** Active from one time of day (included) to another (excluded), past midnight if the first is later. */
export const hourRange = defineStrategy({
  parameters: {
    type: 'object',
    required: ['startDate', 'endDate'],
    properties: { startDate: hour, endDate: hour, startAt: synonym, endAt: synonym, timezone },
    additionalProperties: false,
  },
  needsContext: false,
  reason: matched,
  compile({ startDate, endDate, timezone: name }, { clock, zone: own }) {
    const start = parseMinutes(startDate) as number
    const end = parseMinutes(endDate) as number
    const zone = name ? timeZone(name) : own
    if (start <= end)
      return () => {
        const minute = minuteOfDay(clock(), zone)
        return start <= minute && minute < end
      }
    return () => {
      const minute = minuteOfDay(clock(), zone)
      return start <= minute || minute < end
    }
  },
  explain({ startDate, endDate, timezone: name }, { clock, zone: own }) {
    const zone = name ? timeZone(name) : own
    return { now: formatMinutes(minuteOfDay(clock(), zone)), startDate, endDate, timezone: zone.name }
  },
})

function minuteOfDay(now: number, zone: TimeZone): number {
  const minute = Math.floor((now + zone.offsetAt(now)) / 60_000) % DAY
  return minute < 0 ? minute + DAY : minute
}
