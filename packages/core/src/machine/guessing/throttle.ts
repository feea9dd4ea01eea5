import type { Clock } from '../../ports.ts'
import { problem, SignalboxError } from '../errors/errors.ts'

/** How many failures are tolerated, and for how long they count, in milliseconds. */
export interface Limit {
  readonly failures: number
  readonly window: number
}

/** 15 minutes in milliseconds. */
export const QUARTER_HOUR = 15 * 60_000
const MOST_REMEMBERED = 10_000

/** Counts failures by name and blocks names with too many. The counts are kept in this process. */
export function createThrottle(clock: Clock, { failures, window }: Limit) {
  const counted = new Map<string, { count: number; until: number }>()

  const current = (name: string) => {
    const found = counted.get(name)
    return found && found.until > clock() ? found : undefined
  }

  return {
    /** The number of failures of this name within the window. */
    count: (name: string): number => current(name)?.count ?? 0,
    fail(name: string): void {
      const found = current(name) ?? { count: 0, until: clock() + window }
      if (counted.size >= MOST_REMEMBERED) forgetOld(counted, clock())
      counted.set(name, { ...found, count: found.count + 1 })
    },
    forget: (name: string): void => void counted.delete(name),
    /** Throws TOO_MANY_REQUESTS with `retryAfter` for a name with too many failures. */
    refuse(name: string): void {
      const found = current(name)
      if (!found || found.count < failures) return
      const retryAfter = Math.ceil((found.until - clock()) / 1000)
      throw new SignalboxError('TOO_MANY_REQUESTS', `Too many failed attempts: try again in ${retryAfter} s`, {
        errors: [problem('error.throttled', retryAfter)],
        retryAfter,
      })
    },
  }
}

function forgetOld(counted: Map<string, { until: number }>, now: number): void {
  for (const [name, { until }] of counted) if (until <= now) counted.delete(name)
  if (counted.size >= MOST_REMEMBERED) counted.delete(counted.keys().next().value as string)
}
