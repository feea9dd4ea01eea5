import { type Random, toHex } from '@signalbox/core/gateway'
import { type Calendar, createCalendar, type Period } from './calendar.ts'
import { type CalendarCounters, createCalendarCounters, type PeriodCounter } from './calendar-use.ts'
import type { LimitCarrier } from './carrier.ts'
import type { Lease } from './lease.ts'
import { leaseKeyOf } from './lease-key.ts'
import { createLeaseKeys, type LeaseKeys } from './lease-keys.ts'
import { createLeases, type Leases } from './leases.ts'
import { isPeriodic, type Left, type Limiter, type LimitPolicy, type Taken } from './limiter.ts'
import type { GatewayLimits } from './limits.ts'
import { reportOnce } from './report-drops.ts'
import { createShare } from './share.ts'

/** Options of limits that processes share. */
export interface SharedLimitsOptions {
  /**
   * How requests are treated while the carrier does not answer, beyond the units that the process still holds. `local`:
   * each process admits its share, the limit divided by the number of processes that shared it last. `open`: all are
   * admitted. `closed`: all are refused with 503. @default 'local'
   */
  readonly onCarrierLoss?: 'local' | 'open' | 'closed'
}

/**
 * Counts the requests of several processes together. Each process asks the carrier for units ahead and spends them without
 * waiting; near the limit it asks for each request, and the request waits, for at most 50 milliseconds.
 *
 * While the carrier answers, no more is admitted than by one process: of rates at most `rate + burst + rate × L / window`
 * in any time span of length L, of windows at most `rate` in any span of one window, of days and months at most `rate` in
 * each. Units that a process holds may be missing elsewhere: a tenth of a second's, of days and months a thousandth of
 * the quota. They come back when the process has not used them for two windows, at most ten seconds. A process that
 * ends without `close` keeps them for two windows, and of a day or month until it ends.
 *
 * While the carrier is lost, `local` lets each process admit the limit divided by the last known number of processes,
 * and at least one request. A process that the carrier has not answered since it began believes to be alone. So n
 * processes admit at most 1 + n times a rate or window in any time span; of days and months, each time that the carrier is
 * lost, a share of what was left. A carrier that forgets what it knew begins anew.
 *
 * @example
 * const limits = sharedLimits(ipcCarrier())
 * const gateway = createGateway({ source, limits })
 */
export const sharedLimits = (
  carrier: LimitCarrier,
  { onCarrierLoss = 'local' }: SharedLimitsOptions = {},
): GatewayLimits => ({
  open({ zone, clock, elapsed, random, report }) {
    const calendar = createCalendar(zone)
    const onDrop = reportOnce(report)
    const counters = createCalendarCounters(onDrop)
    const share = createShare(onCarrierLoss)
    const leases = createLeases({
      ...{ carrier, elapsed, after },
      holder: nameOf(random),
      withoutCarrier: share,
      onLoss: (cause) => report(new Error('Limits are not shared with other processes for now', { cause })),
    })
    /** By kind and scope. `handle` is what routes have: without it, the limiter is removed when it holds nothing. */
    const all = new Map<string, { readonly limiter: SharedLimiter; readonly handle: WeakRef<Limiter> }>()
    const sweeping = every(SWEEP_MS, () => {
      for (const [place, { limiter, handle }] of all) {
        limiter.tidy()
        if (limiter.isEmpty() && !handle.deref()) all.delete(place)
      }
    })
    return {
      limiterOf(kind, scope) {
        const place = `${kind} ${scope}`
        const known = all.get(place)
        const used = known?.handle.deref()
        if (used) return used
        const limiter =
          known?.limiter ??
          (isPeriodic(kind)
            ? calendarLimiter(kind, { place, leases, onDrop, calendar, counters })
            : plainLimiter({ place, leases, onDrop }))
        const { take, peek, giveBack } = limiter
        const handle: Limiter = { take, peek, giveBack }
        all.set(place, { limiter, handle: new WeakRef(handle) })
        return handle
      },
      now: (kind) => (isPeriodic(kind) ? clock() : elapsed()),
      calendarUse: counters,
      async close() {
        sweeping()
        const released = Promise.all([...all.values()].map(({ limiter }) => limiter.release()))
        await Promise.race([released, new Promise<void>((resolve) => after(RELEASE_MS, resolve))])
        await carrier.close?.()
      },
    }
  },
})

/** Leases that are not used are looked for in these intervals. */
const SWEEP_MS = 1000
/** How long closing waits for the carrier. */
const RELEASE_MS = 500

interface SharedLimiter extends Limiter {
  tidy(): void
  /** Whether no key has a lease. */
  isEmpty(): boolean
  release(): Promise<unknown>
}

interface Scoped {
  readonly place: string
  readonly leases: Leases
  readonly onDrop: () => void
}

function plainLimiter({ place, leases, onDrop }: Scoped): SharedLimiter {
  const keys = createLeaseKeys<{ readonly lease: Lease }>({ leases, onDrop })

  function find(key: string, policy: LimitPolicy): Lease {
    const known = keys.get(key)
    const lease = known?.lease ?? leases.create(leaseKeyOf(place, key), policy)
    if (!known) keys.set(key, { lease })
    lease.policy = policy
    return lease
  }

  return {
    take: (key, policy) => leases.take(find(key, policy)),
    peek: (key, policy) => leases.peek(find(key, policy)),
    giveBack(key, _, takenAt) {
      const known = keys.get(key)
      if (known) leases.giveBack(known.lease, takenAt)
    },
    tidy: keys.tidy,
    isEmpty: () => keys.size === 0,
    release: keys.release,
  }
}

/** A lease of one period, and what this process has used of it. */
interface PeriodLease {
  readonly lease: Lease
  readonly counter: PeriodCounter
}

/** Each period has its own units: units of yesterday are not spent today, even if a clock is set back. */
function calendarLimiter(
  unit: 'day' | 'month',
  {
    place,
    leases,
    onDrop,
    calendar,
    counters,
  }: Scoped & { readonly calendar: Calendar; readonly counters: CalendarCounters },
): SharedLimiter {
  const periods = new Map<string, LeaseKeys<PeriodLease>>()

  function find(key: string, policy: LimitPolicy, period: Period): PeriodLease {
    let keys = periods.get(period.id)
    if (!keys) {
      keys = createLeaseKeys({ leases, onDrop })
      periods.set(period.id, keys)
    }
    let one = keys.get(key)
    if (!one) {
      const lease = leases.create(leaseKeyOf(`${place} ${period.id}`, key), policy)
      one = { lease, counter: counters.counterOf(key, period) }
      keys.set(key, one)
    }
    return one
  }

  function settle({ counter }: PeriodLease, taken: Taken, now: number): Taken {
    if (taken.isAdmitted) counter.add(1)
    const resetMs = counter.period.end - now
    return { ...taken, resetMs, waitMs: taken.remaining > 0 ? 0 : resetMs }
  }

  return {
    take(key, policy, now) {
      const one = find(key, policy, calendar.periodOf(unit, now))
      const { lease, counter } = one
      lease.policy = policy
      lease.floor = counter.loaded
      const taken = leases.take(lease)
      return taken instanceof Promise ? taken.then((later) => settle(one, later, now)) : settle(one, taken, now)
    },
    peek(key, policy, now) {
      const period = calendar.periodOf(unit, now)
      const { lease, counter } = find(key, policy, period)
      lease.policy = policy
      lease.floor = counter.loaded
      const settled = (left: Left): Left => ({ ...left, resetMs: period.end - now })
      const left = leases.peek(lease)
      return left instanceof Promise ? left.then(settled) : settled(left)
    },
    giveBack(key, policy, takenAt) {
      const { lease, counter } = find(key, policy, calendar.periodOf(unit, takenAt))
      leases.giveBack(lease, takenAt)
      counter.add(-1)
    },
    tidy() {
      for (const [id, keys] of periods) {
        keys.tidy()
        if (keys.size === 0) periods.delete(id)
      }
    },
    isEmpty: () => periods.size === 0,
    release: () => Promise.all([...periods.values()].map((keys) => keys.release())),
  }
}

const nameOf = (random: Random): string => toHex(random(12))

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Calls back in intervals, and does not keep the process alive for that. */
function every(ms: number, callback: () => void): () => void {
  const timer: unknown = setInterval(callback, ms)
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()
  return () => clearInterval(timer as number)
}
