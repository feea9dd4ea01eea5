import type { LeaseAsk } from './carrier.ts'
import type { LimitPolicy } from './limiter.ts'

const DAY_MS = 24 * 60 * 60_000

const KEPT: Readonly<Record<LimitPolicy['kind'], (policy: LeaseAsk['policy']) => number>> = {
  rate: ({ windowMs, rate, burst }) => (3 + (2 * burst) / rate) * windowMs,
  window: ({ windowMs }) => 4 * windowMs,
  day: () => 3 * DAY_MS,
  month: () => 33 * DAY_MS,
}

/** For how long the units of a key mean something after the last ask, in milliseconds. */
export const keptFor = (policy: LeaseAsk['policy']): number => KEPT[policy.kind](policy)
