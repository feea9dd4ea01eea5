import { boundedKeys } from './bounded-keys.ts'
import type { Limiter, Rate, Taken } from './limiter.ts'

/**
 * Limits a rate by the generic cell rate algorithm: one number for each key, the time at which the requests so far would
 * have arrived if they had come evenly. `rate + burst` requests may come at once, and any time span of length L admits at
 * most `rate + burst + rate × L / window`.
 */
export function createGcra({ rate, windowMs, burst }: Rate & { readonly burst: number }): Limiter {
  const cost = windowMs / rate
  const tolerance = cost * (rate + burst)
  // `arrival` is the theoretical time of arrival (TAT).
  const keys = boundedKeys<number>((arrival, now) => arrival <= now)

  return {
    take(key, now): Taken {
      const arrival = Math.max(keys.get(key) ?? now, now)
      const next = arrival + cost
      const isAdmitted = next - now <= tolerance + ROUNDING
      const then = isAdmitted ? next : arrival
      if (isAdmitted) keys.set(key, next, now)
      const remaining = Math.max(0, Math.floor((tolerance - (then - now)) / cost + ROUNDING))
      const waitMs = remaining > 0 ? 0 : Math.max(0, then + cost - tolerance - now)
      return { isAdmitted, remaining, waitMs, resetMs: then - now }
    },
    get size() {
      return keys.size
    },
  }
}

/** Sums of fractions of a window may differ from the window by this much. */
const ROUNDING = 1e-6
