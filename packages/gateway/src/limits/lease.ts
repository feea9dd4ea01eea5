import type { LeaseAnswer, LeaseAsk } from './carrier.ts'
import { isPeriodic, type LimitPolicy } from './limiter.ts'

/** The units of one key in this process. Changed by `leases.ts`. */
export interface Lease {
  readonly key: string
  readonly lease: number
  policy: LimitPolicy
  /** Units that may be spent until `heldUntil`. */
  held: number
  heldUntil: number
  /** What the carrier believes that is held; unknown while it is asked. */
  lent: number
  /** Units that the last answer brought: half of them are left when more are asked for. */
  stock: number
  spent: number
  since: number
  /** Units of `held` that were spent since the last ask. They can still be given back. */
  untold: number
  /** What the last ask told, and when. */
  told: number
  toldAt: number
  seq: number
  isAsking: boolean
  askedAt: number
  /** Whether the last ask failed. */
  hasFailed: boolean
  /** Until then nobody is asked again. */
  pausedUntil: number
  answer: LeaseAnswer | undefined
  answeredAt: number
  usedAt: number
  /** What was used before this process, of days and months. */
  floor: number
  /** Requests of a day or month that were admitted without the carrier since its last answer. */
  alone: number
  /** The last request, if it was admitted without the carrier: by which limit, and when. */
  lastAlone: { readonly policy: LimitPolicy; readonly at: number } | undefined
  readonly waiting: Waiting[]
  cancel: (() => void) | undefined
}

/** A request that waits for a unit. */
export interface Waiting {
  /** When it does not wait any longer. */
  readonly until: number
  readonly resolve: (outcome: 'granted' | 'refused' | 'lost') => void
}

/** Creates a lease without units. */
export const createLease = (key: string, lease: number, policy: LimitPolicy): Lease => ({
  ...{
    key,
    lease,
    policy,
    held: 0,
    heldUntil: 0,
    lent: 0,
    stock: 0,
    spent: 0,
    since: 0,
    untold: 0,
    told: 0,
    toldAt: -1,
    seq: 0,
  },
  ...{
    isAsking: false,
    hasFailed: false,
    askedAt: 0,
    pausedUntil: 0,
    answer: undefined,
    answeredAt: 0,
    usedAt: 0,
    floor: 0,
    alone: 0,
    lastAlone: undefined,
  },
  ...{ waiting: [], cancel: undefined },
})

/** Units that may be spent: none once they are too old. */
export function usable(lease: Lease, now: number): number {
  if (now >= lease.heldUntil) lease.held = 0
  return lease.held
}

/** For how long units may be spent after they were asked for, in milliseconds. */
export const validMsOf = ({ kind, windowMs }: LimitPolicy): number => (isPeriodic(kind) ? HALF_DAY_MS : windowMs)

const HALF_DAY_MS = 12 * 60 * 60_000

/** Units to have in stock: a tenth of a second's, of days and months a thousandth. */
export const stockOf = ({ kind, rate, windowMs }: LimitPolicy): number =>
  Math.max(1, Math.floor(isPeriodic(kind) ? rate / 1000 : (rate / windowMs) * 100))

/** The next ask of a lease. The caller sends it. */
export function nextAsk(
  lease: Lease,
  { holder, seq, now, ahead }: { readonly holder: string; readonly seq: number; readonly now: number; ahead: number },
): LeaseAsk {
  const { policy, key, spent, since, floor } = lease
  lease.seq = seq
  lease.isAsking = true
  lease.askedAt = now
  lease.told = spent
  lease.toldAt = now
  lease.untold = 0
  lease.lent = usable(lease, now)
  const { kind, rate, windowMs, burst } = policy
  return {
    ...{ key, holder, seq, lease: lease.lease, policy: { kind, rate, windowMs, burst }, validMs: validMsOf(policy) },
    ...{ held: lease.lent, spent, since, needed: lease.waiting.length, ahead, floor },
  }
}

/** Whether the carrier knows that nothing is held, and all that was spent. */
export const isSettled = ({ isAsking, lent, held, spent, since }: Lease): boolean =>
  !isAsking && lent === 0 && held === 0 && spent === since

/** Takes the answer to the last ask. Units that come too late are void. */
export function takeAnswer(lease: Lease, answer: LeaseAnswer, now: number): void {
  lease.isAsking = false
  lease.hasFailed = false
  lease.alone = 0
  lease.since = lease.told
  lease.answer = answer
  lease.lent += answer.granted
  lease.answeredAt = now
  usable(lease, now)
  const until = lease.askedAt + validMsOf(lease.policy)
  if (now >= until) return
  lease.heldUntil = until
  lease.held += answer.granted
  lease.stock = lease.held
}
