import type { LimitCarrier } from './carrier.ts'
import { createLease, isSettled, type Lease, nextAsk, stockOf, takeAnswer, usable, type Waiting } from './lease.ts'
import { isPeriodic, type Left, type LimitPolicy, type Taken } from './limiter.ts'
import type { Share } from './share.ts'

/** What leases need. */
export interface LeasePorts {
  readonly carrier: LimitCarrier
  /** This process: unique for each start. */
  readonly holder: string
  /** Milliseconds that only ever grow. */
  readonly elapsed: () => number
  /** Calls back after some milliseconds, unless cancelled. */
  readonly after: (ms: number, callback: () => void) => () => void
  /** Judges a request while the carrier is lost. */
  readonly withoutCarrier: Share
  /** Receives why the carrier is lost, once each time. */
  readonly onLoss: (error: unknown) => void
}

/** The units of this process. */
export interface Leases {
  create(key: string, policy: LimitPolicy): Lease
  /** Spends a unit. Returns a promise only if it has to wait for one. */
  take(lease: Lease): Taken | Promise<Taken>
  /** Says what is left, and spends nothing. Asks the carrier, for at most 50 milliseconds, if its last answer is old. */
  peek(lease: Lease): Left | Promise<Left>
  /** Takes back a request that was admitted. `takenAt` is when it came, on the clock of `elapsed`. */
  giveBack(lease: Lease, takenAt: number): void
  /**
   * Gives back units that were not used for some time, and tells what was spent. Returns whether the lease means nothing
   * any more.
   */
  tidy(lease: Lease): boolean
  /** Gives everything back. */
  release(lease: Lease): Promise<void>
}

/** How long a request waits for a unit, in milliseconds. */
const WAIT_MS = 50
/** After this time without an answer, the carrier is asked again. */
const GIVE_UP_MS = 1000
/** Who is refused asks again after this time, in case that others gave units back. */
const RETRY_MS = 100
/** An answer is as old as this before somebody who only looks asks again. */
const FRESH_MS = 1000
/** Between two asks of a key while the carrier is lost. */
const PROBE_MS = 250
/** After this time without requests, units are given back; sooner if they are of short windows. */
const IDLE_MS = 10_000

/** Creates the leases of a process. */
export function createLeases(ports: LeasePorts): Leases {
  const { carrier, holder, elapsed, after, withoutCarrier, onLoss } = ports
  let seq = 0
  let isLost = false
  /** When an unused lease asked last, on behalf of all of them. */
  let probedAt = Number.NEGATIVE_INFINITY
  let holders = 1

  function lose(error: unknown): void {
    if (!isLost) onLoss(error)
    isLost = true
  }

  function ask(lease: Lease, ahead: number): Promise<void> {
    const now = elapsed()
    const sent = nextAsk(lease, { holder, seq: ++seq, now, ahead })
    return carrier.ask(sent).then(
      (answer) => {
        if (lease.seq !== sent.seq || !lease.isAsking) return
        isLost = false
        holders = Math.max(1, answer.holders)
        takeAnswer(lease, answer, elapsed())
        serve(lease)
      },
      (error) => {
        if (lease.seq !== sent.seq) return
        lease.isAsking = false
        lease.hasFailed = true
        // It may have granted units before it failed.
        lease.lent = Number.POSITIVE_INFINITY
        lease.pausedUntil = elapsed() + PROBE_MS
        lose(error)
        for (const { resolve } of lease.waiting.splice(0)) resolve('lost')
        watch(lease)
      },
    )
  }

  /** Asks for more soon: after the stage `limit`, which may give a unit back in this turn. */
  function askSoon(lease: Lease): void {
    lease.isAsking = true
    lease.seq = 0
    lease.askedAt = elapsed()
    queueMicrotask(() => {
      if (lease.seq === 0) void ask(lease, stockOf(lease.policy))
    })
  }

  function mayAsk(lease: Lease, now: number): boolean {
    return now >= lease.pausedUntil && (!lease.isAsking || now >= lease.askedAt + GIVE_UP_MS)
  }

  /** Gives units to those who wait. When nothing is left, the others are refused. */
  function serve(lease: Lease): void {
    const { answer, waiting } = lease
    const now = elapsed()
    for (let units = usable(lease, now); units > 0 && waiting.length > 0; units--) {
      spend(lease)
      waiting.shift()?.resolve('granted')
    }
    if (answer?.left === 0) {
      lease.pausedUntil = now + Math.min(answer.waitMs || RETRY_MS, RETRY_MS)
      for (const { resolve } of waiting.splice(0)) resolve('refused')
    } else if (waiting.length > 0) void ask(lease, stockOf(lease.policy))
    watch(lease)
  }

  /** Sees to it that those who wait do not wait for too long. */
  function watch(lease: Lease): void {
    lease.cancel?.()
    const [first] = lease.waiting
    lease.cancel = first && after(Math.max(0, first.until - elapsed()), () => late(lease))
  }

  function late(lease: Lease): void {
    const now = elapsed()
    if (lease.isAsking && now >= lease.askedAt + WAIT_MS)
      lose(new Error(`The carrier of shared limits did not answer within ${WAIT_MS} milliseconds`))
    while (lease.waiting.length > 0 && (isLost || (lease.waiting[0] as Waiting).until <= now))
      lease.waiting.shift()?.resolve('lost')
    watch(lease)
  }

  function spend(lease: Lease): void {
    lease.held--
    lease.spent++
    lease.untold++
    lease.lastAlone = undefined
  }

  function told(lease: Lease, isAdmitted: boolean, now: number): Taken {
    const { answer, answeredAt, held } = lease
    const remaining = Math.max(0, held + (answer?.left ?? 0))
    const gone = now - answeredAt
    const waitMs = isAdmitted || held > 0 ? 0 : Math.max(0, (answer?.waitMs ?? 0) - gone)
    return { isAdmitted, remaining, waitMs, resetMs: Math.max(0, (answer?.resetMs ?? 0) - gone) }
  }

  /** What this process knows of what is left: its units, and the units that nobody held by the last answer. */
  function known(lease: Lease, now: number): Left {
    usable(lease, now)
    const { remaining, resetMs } = told(lease, false, now)
    return { remaining, resetMs, isUnavailable: lease.policy.rate > 0 && !lease.answer }
  }

  function fallBack(lease: Lease, now: number): Taken {
    const taken = withoutCarrier.take(lease, now, holders)
    if (taken.isAdmitted) lease.spent++
    return taken
  }

  return {
    create(key, policy) {
      seq++
      return createLease(key, seq, policy)
    },
    take(lease) {
      const now = elapsed()
      lease.usedAt = now
      if (lease.policy.rate === 0) return told(lease, false, now)
      if (usable(lease, now) > 0 && lease.waiting.length === 0) {
        spend(lease)
        if (lease.held <= lease.stock / 2 && mayAsk(lease, now)) askSoon(lease)
        return told(lease, true, now)
      }
      if (isLost) {
        if (mayAsk(lease, now)) askSoon(lease)
        return fallBack(lease, now)
      }
      if (now < lease.pausedUntil && !lease.isAsking)
        return lease.hasFailed ? fallBack(lease, now) : told(lease, false, now)
      return new Promise((resolve) => {
        lease.waiting.push({
          until: now + WAIT_MS,
          resolve(outcome) {
            const then = elapsed()
            resolve(outcome === 'lost' ? fallBack(lease, then) : told(lease, outcome === 'granted', then))
          },
        })
        if (lease.waiting.length === 1) watch(lease)
        if (mayAsk(lease, now)) void ask(lease, stockOf(lease.policy))
      })
    },
    peek(lease) {
      const now = elapsed()
      const { answer, policy } = lease
      const isKnown = policy.rate === 0 || (answer && now < lease.answeredAt + FRESH_MS)
      if (isKnown || isLost || !mayAsk(lease, now)) return known(lease, now)
      return new Promise((resolve) => {
        const tell = () => resolve(known(lease, elapsed()))
        const cancel = after(WAIT_MS, tell)
        void ask(lease, 0).then(() => {
          cancel()
          tell()
        })
      })
    },
    giveBack(lease, takenAt) {
      const { kind } = lease.policy
      const isPeriod = isPeriodic(kind)
      const aloneAt = lease.lastAlone?.at
      if (aloneAt !== undefined && withoutCarrier.giveBack(lease)) {
        if (isPeriod || aloneAt > lease.toldAt) lease.spent--
        return
      }
      // Of rates and windows, the carrier cannot take back reported units: they stay used until the window is over.
      const isKept = lease.untold > 0 && (isPeriod || takenAt > lease.toldAt)
      if (!isKept && !isPeriod) return
      lease.spent--
      if (!isKept) return
      lease.untold--
      if (elapsed() < lease.heldUntil) lease.held++
    },
    tidy(lease) {
      const now = elapsed()
      const { windowMs, rate, burst } = lease.policy
      const idleMs = now - lease.usedAt
      if (idleMs < Math.min(IDLE_MS, 2 * windowMs) || lease.waiting.length > 0) return false
      // What the carrier was never told is too old to count.
      if (isLost && idleMs >= 2 * windowMs * (1 + burst / Math.max(1, rate))) return true
      if (!mayAsk(lease, now)) return false
      if (isSettled(lease)) return true
      if (isLost && now < probedAt + PROBE_MS) return false
      probedAt = now
      lease.held = 0
      void ask(lease, 0)
      return false
    },
    async release(lease) {
      if (isSettled(lease)) return
      lease.held = 0
      await ask(lease, 0)
    },
  }
}
