import { timeZone, toInstant } from '@signalbox/core/gateway'

/** A day or month. */
export interface Period {
  /** `2026-11-22` or `2026-11`. */
  readonly id: string
  /** Its first instant, in epoch milliseconds. */
  readonly start: number
  /** The first instant after it. */
  readonly end: number
}

/** The days and months of a time zone. */
export interface Calendar {
  /** The day or month of an instant. The same object for all instants of a period that follow each other. */
  periodOf(unit: 'day' | 'month', now: number): Period
}

/**
 * Creates the calendar of an IANA time zone. Days have 23 or 25 hours where clocks change. The zone is asked once for
 * each period.
 */
export function createCalendar(name: string): Calendar {
  const zone = timeZone(name)
  const known = { day: none, month: none }

  function find(unit: 'day' | 'month', now: number): Period {
    const local = new Date(now + zone.offsetAt(now))
    const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
    const start = unit === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month, 1)
    const end = unit === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
    const id = new Date(start).toISOString().slice(0, unit === 'day' ? 10 : 7)
    return { id, start: toInstant(start, zone), end: toInstant(end, zone) }
  }

  return {
    periodOf(unit, now) {
      const { start, end } = known[unit]
      if (now >= start && now < end) return known[unit]
      known[unit] = find(unit, now)
      return known[unit]
    },
  }
}

const none: Period = { id: '', start: 0, end: 0 }
