import { createCalendar } from './calendar.ts'
import { createCalendarLimiter } from './calendar-limiter.ts'
import { createCalendarCounters } from './calendar-use.ts'
import { createGcra } from './gcra.ts'
import { isPeriodic, type LimitPolicy, type LocalLimiter } from './limiter.ts'
import type { GatewayLimits } from './limits.ts'
import { reportOnce } from './report-drops.ts'
import { createSlidingWindow } from './sliding-window.ts'
import { createWeakValues } from './weak-values.ts'

/**
 * Counts the requests of this process alone, in memory: exact within a process, so that n processes admit up to n times
 * each limit.
 *
 * @example
 * const gateway = createGateway({ source: box.gatewaySource, limits: localLimits() })
 */
export const localLimits = (): GatewayLimits => ({
  open({ zone, clock, elapsed, report }) {
    const onDrop = reportOnce(report)
    const calendar = createCalendar(zone)
    const counters = createCalendarCounters(onDrop)
    const create = {
      rate: () => createGcra(onDrop),
      window: () => createSlidingWindow(onDrop),
      day: () => createCalendarLimiter('day', { calendar, counters }),
      month: () => createCalendarLimiter('month', { calendar, counters }),
    } satisfies Record<LimitPolicy['kind'], () => LocalLimiter>
    /** By kind and scope, as long as a route uses them: a route that is compiled again continues counting. */
    const used = createWeakValues<LocalLimiter>()
    return {
      limiterOf: (kind, scope) => used.of(`${kind} ${scope}`, create[kind]),
      now: (kind) => (isPeriodic(kind) ? clock() : elapsed()),
      calendarUse: counters,
      close: async () => {},
    }
  },
})
