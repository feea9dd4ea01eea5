import type { Clock } from '../../ports.ts'
import { problem, SignalboxError } from '../errors/errors.ts'

/** How often something may be done, within how many milliseconds, and what it is, for the message. */
export interface Allowed {
  readonly most: number
  readonly window: number
  /** Such as `new subscriptions an hour`. */
  readonly what: string
}

/** An hour in milliseconds. */
export const HOUR = 60 * 60_000
const MOST_REMEMBERED = 10_000

/**
 * Counts by name what is done, in this process. `take` counts one before it is done, so that calls at once cannot exceed the
 * limit; `giveBack` takes it back if it was not done. Throws TOO_MANY_REQUESTS with `retryAfter` beyond the limit.
 */
export function createAllowance(clock: Clock, { most, window, what }: Allowed) {
  const taken = new Map<string, { count: number; readonly until: number }>()

  function current(name: string) {
    const found = taken.get(name)
    if (found && found.until > clock()) return found
    if (taken.size >= MOST_REMEMBERED) forgetOld(taken, clock())
    const fresh = { count: 0, until: clock() + window }
    taken.set(name, fresh)
    return fresh
  }

  return {
    take(name: string): { readonly giveBack: () => void } {
      const found = current(name)
      if (found.count >= most) {
        const retryAfter = Math.max(1, Math.ceil((found.until - clock()) / 1000))
        throw new SignalboxError('TOO_MANY_REQUESTS', `At most ${most} ${what}: try again in ${retryAfter} s`, {
          errors: [problem('error.throttled', retryAfter)],
          retryAfter,
        })
      }
      found.count++
      return { giveBack: () => void found.count-- }
    },
  }
}

function forgetOld(taken: Map<string, { until: number }>, now: number): void {
  for (const [name, { until }] of taken) if (until <= now) taken.delete(name)
  if (taken.size >= MOST_REMEMBERED) taken.delete(taken.keys().next().value as string)
}
