import { createGcra } from './gcra.ts'
import type { Lease } from './lease.ts'
import type { LimitPolicy, Taken } from './limiter.ts'
import { createSlidingWindow } from './sliding-window.ts'

/**
 * Returns what judges requests while the carrier is lost. `local` admits the share of one of `holders` processes: of what
 * was left of a day or month, of rates and windows of the whole limit.
 */
export function createShare(
  onCarrierLoss: 'local' | 'open' | 'closed',
): (lease: Lease, now: number, holders: number) => Taken {
  if (onCarrierLoss === 'open') return () => admitted
  if (onCarrierLoss === 'closed') return () => unavailable
  const limiters = { rate: createGcra(), window: createSlidingWindow() }
  return (lease, now, holders) => {
    const { kind } = lease.policy
    if (kind === 'day' || kind === 'month') return ofPeriod(lease, holders)
    return limiters[kind].take(lease.key, partOf(lease.policy, holders), now)
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
