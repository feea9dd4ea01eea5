import { boundedKeys } from './bounded-keys.ts'
import type { LocalLimiter, Taken } from './limiter.ts'

/** The requests of one key so far. */
interface Arrivals {
  /** The time at which they would have arrived if they had come evenly: the theoretical arrival time (TAT). */
  next: number
  /** When the last one came. */
  last: number
}

/**
 * Limits rates by the generic cell rate algorithm: one number for each key, the time at which the requests so far would
 * have arrived if they had come evenly. `rate + burst` requests may come at once, and any time span of length L admits at
 * most `rate + burst + rate × L / window`. `onDrop` is called when a key is forgotten because there are too many.
 */
export function createGcra(onDrop?: () => void): LocalLimiter {
  const keys = boundedKeys<Arrivals>(({ next }, now) => next <= now, undefined, onDrop)

  return {
    take(key, { rate, windowMs, burst }, now): Taken {
      const cost = windowMs / rate
      const tolerance = cost * (rate + burst)
      const known = keys.get(key)
      const arrival = Math.max(known?.next ?? now, now)
      const next = arrival + cost
      const isAdmitted = next - now <= tolerance + ROUNDING
      const then = isAdmitted ? next : arrival
      if (!known && isAdmitted) keys.set(key, { next, last: now }, now)
      else if (known && isAdmitted) {
        known.next = next
        known.last = now
      }
      const remaining = Math.max(0, Math.floor((tolerance - (then - now)) / cost + ROUNDING))
      const waitMs = remaining > 0 ? 0 : Math.max(0, then + cost - tolerance - now)
      return { isAdmitted, remaining, waitMs, resetMs: then - now }
    },
    giveBack(key, { rate, windowMs }, takenAt) {
      const known = keys.get(key)
      // If others came since, one number does not tell what would have been without this request: it stays counted.
      if (known?.last === takenAt) known.next -= windowMs / rate
    },
    peek(key, { rate, windowMs, burst }, now) {
      const resetMs = Math.max(0, (keys.get(key)?.next ?? now) - now)
      return { remaining: Math.max(0, Math.floor(rate + burst - (resetMs * rate) / windowMs + ROUNDING)), resetMs }
    },
    get size() {
      return keys.size
    },
  }
}

/** Sums of fractions of a window may differ from the window by this much. */
const ROUNDING = 1e-6
