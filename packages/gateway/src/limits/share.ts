import { createGcra } from './gcra.ts'
import type { Lease } from './lease.ts'
import { isPeriodic, type LimitPolicy, type Taken } from './limiter.ts'
import { createSlidingWindow } from './sliding-window.ts'

/** Judges requests while the carrier is lost. */
export interface Share {
  take(lease: Lease, now: number, holders: number): Taken
  /** Takes back the last request of a lease. Returns whether it was one that `take` admitted. */
  giveBack(lease: Lease): boolean
}

/**
 * Returns what judges requests while the carrier is lost. `local` admits the share of one of `holders` processes: of what
 * was left of a day or month, of rates and windows of the whole limit.
 */
export function createShare(onCarrierLoss: 'local' | 'open' | 'closed'): Share {
  if (onCarrierLoss === 'open') return { take: () => admitted, giveBack: () => false }
  if (onCarrierLoss === 'closed') return { take: () => unavailable, giveBack: () => false }
  const limiters = { rate: createGcra(), window: createSlidingWindow() }
  return {
    take(lease, now, holders) {
      const policy = partOf(lease.policy, holders)
      const { kind } = policy
      const taken = isPeriodic(kind) ? ofPeriod(lease, holders) : limiters[kind].take(lease.key, policy, now)
      if (taken.isAdmitted) lease.lastAlone = { policy, at: now }
      return taken
    },
    giveBack(lease) {
      const { lastAlone } = lease
      if (!lastAlone) return false
      lease.lastAlone = undefined
      const { policy, at } = lastAlone
      const { kind } = policy
      if (kind === 'rate' || kind === 'window') limiters[kind].giveBack(lease.key, policy, at)
      else if (lease.alone > 0) lease.alone--
      return true
    },
  }
}

const admitted: Taken = { isAdmitted: true, remaining: 1, waitMs: 0, resetMs: 0 }
const unavailable: Taken = { isAdmitted: false, remaining: 0, waitMs: 0, resetMs: 0, isUnavailable: true }

function ofPeriod(lease: Lease, holders: number): Taken {
  const remaining =
    partOf({ ...lease.policy, rate: lease.answer?.left ?? lease.policy.rate }, holders).rate - lease.alone
  const isAdmitted = remaining > 0
  if (isAdmitted) lease.alone++
  return { isAdmitted, remaining: isAdmitted ? remaining - 1 : 0, waitMs: 0, resetMs: 0 }
}

/** The share of one process: at least one request, unless there is none. */
function partOf(policy: LimitPolicy, holders: number): LimitPolicy {
  const { rate, burst } = policy
  return {
    ...policy,
    rate: Math.max(Math.min(1, rate), Math.floor(rate / holders)),
    burst: Math.floor(burst / holders),
  }
}
