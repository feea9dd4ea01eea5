import type { Random, Report } from '@signalbox/core/gateway'
import type { CalendarUse } from './calendar-use.ts'
import type { Limiter, LimitPolicy } from './limiter.ts'

/** What limits need of their gateway. */
export interface LimitPorts {
  /** The IANA time zone in which days and months begin. */
  readonly zone: string
  /** Epoch milliseconds, for days and months. */
  readonly clock: () => number
  /** Milliseconds that only ever grow, for all other limits. */
  readonly elapsed: () => number
  readonly random: Random
  /** Receives errors that nobody awaits. */
  readonly report: Report
}

/** The limits of one gateway. */
export interface Limits {
  /** Creates a limiter. Limiters with the same scope share their keys where limits are shared with other processes. */
  limiterOf(kind: LimitPolicy['kind'], scope: string): Limiter
  /** The time for the limiters of a kind. */
  now(kind: LimitPolicy['kind']): number
  /** What consumers have used of quotas of days and months in this process. */
  readonly calendarUse: CalendarUse
  close(): Promise<void>
}

/** How a gateway counts requests: `localLimits()` or `sharedLimits(…)`. */
export interface GatewayLimits {
  /** Called once by the gateway. */
  open(ports: LimitPorts): Limits
}
