import type { Refused } from '../plugins/refused.ts'
import type { LimitPolicy, Taken } from './limiter.ts'

/** The refusal of a request beyond a limit: 429 with `Retry-After`, or 503 if nobody can tell how much is left. */
export function beyond(
  cause: 'errors.rate.limit.exceeded' | 'errors.quota.exceeded',
  { name }: LimitPolicy,
  { waitMs, isUnavailable }: Taken,
): Refused {
  if (isUnavailable) return unavailable
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return { refuse: cause, headers: ['Retry-After', String(seconds)], violated: [name] }
}

const unavailable: Refused = { refuse: 'errors.limits.unavailable', headers: ['Retry-After', '1'] }
