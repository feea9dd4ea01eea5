import type { Calendar } from './calendar.ts'
import type { CalendarCounters } from './calendar-use.ts'
import type { LocalLimiter, Taken } from './limiter.ts'

/** Limits how much is used in a day or month. No period admits more than `rate`, even if the clock is set back in it. */
export function createCalendarLimiter(
  unit: 'day' | 'month',
  { calendar, counters }: { readonly calendar: Calendar; readonly counters: CalendarCounters },
): LocalLimiter {
  return {
    take(key, { rate }, now): Taken {
      const counter = counters.counterOf(key, calendar.periodOf(unit, now))
      const isAdmitted = counter.used < rate
      if (isAdmitted) counter.add(1)
      const remaining = Math.max(0, rate - counter.used)
      const resetMs = counter.period.end - now
      return { isAdmitted, remaining, waitMs: remaining > 0 ? 0 : resetMs, resetMs }
    },
    giveBack(key, _, takenAt) {
      counters.counterOf(key, calendar.periodOf(unit, takenAt)).add(-1)
    },
    peek(key, { rate }, now) {
      const period = calendar.periodOf(unit, now)
      return { remaining: Math.max(0, rate - counters.usedOf(key, period)), resetMs: period.end - now }
    },
    get size() {
      return counters.size
    },
  }
}
