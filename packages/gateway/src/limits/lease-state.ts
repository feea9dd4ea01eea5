import type { LeaseAnswer, LeaseAsk } from './carrier.ts'
import { isPeriodic } from './limiter.ts'

/** What a carrier keeps of one key. Plain JSON. */
export interface LeaseState {
  /** The clock of the key: follows `wall`, but never goes back. */
  now: number
  wall: number
  /** Of rates: the theoretical arrival time of GCRA. */
  tat: number
  /** Of days and months: requests. */
  used: number
  /** Of windows: requests by the end of the slot of time in which they were reported. */
  slots: Record<string, number>
  holders: Record<string, Holder>
}

/** What a process has of a key. */
interface Holder {
  seq: number
  lease: number
  spent: number
  held: number
  /** What the last ask was granted: it may come twice. */
  granted: number
  at: number
  validMs: number
}

type Policy = LeaseAsk['policy']

/** The order of the keys of an object in PostgreSQL, so that both charge rates in the same order. */
const byKey = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1)

/** A window has so many slots. */
const SLOTS = 60
/** Sums of fractions of a window may differ from the window by this much. */
const ROUNDING = 1e-6

/** The state of a key that nobody has used. */
export const emptyLease = (wall: number): LeaseState => ({ now: wall, wall, tat: 0, used: 0, slots: {}, holders: {} })

/**
 * Answers an ask, and changes the state of its key. `wall` is in milliseconds.
 *
 * Units that a process holds count against the limit until it reports that they are spent, and from then on as requests
 * of that moment. So at any time the requests of the last window, of GCRA's bound and of a period are counted in full,
 * and nothing is granted beyond the limit. A process that is silent for twice `validMs` has lost its units: it stopped
 * spending them after `validMs`, and the units that it spent are as old as that.
 */
export function answerAsk(state: LeaseState, ask: LeaseAsk, wall: number): Omit<LeaseAnswer, 'holders'> {
  const { policy, holder, seq, lease, validMs, held, spent } = ask
  state.now += Math.max(0, wall - state.wall)
  state.wall = wall
  const { now, holders } = state
  let others = 0
  const gone: string[] = []
  for (const [name, one] of Object.entries(holders)) {
    if (name === holder) continue
    if (now - one.at >= 2 * one.validMs) gone.push(name)
    else others += one.held
  }
  for (const name of gone.sort(byKey)) {
    const { held: lost, at, validMs: valid } = holders[name] as Holder
    charge(state, policy, lost, at + valid)
    delete holders[name]
  }
  const mine = holders[holder]
  let granted = mine?.seq === seq ? mine.granted : 0
  if (!mine || seq > mine.seq) {
    charge(state, policy, spent - (mine?.lease === lease ? mine.spent : ask.since), now)
    if (isPeriodic(policy.kind)) state.used = Math.max(state.used, ask.floor)
    const room = roomOf(state, policy) - others - held
    const rest = room - ask.needed
    const stock = ask.ahead > 0 ? Math.max(1, Math.min(ask.ahead, Math.floor(rest / 4))) : 0
    granted = Math.max(0, Math.min(room, ask.needed + stock))
    holders[holder] = { seq, lease, spent, held: held + granted, granted, at: now, validMs }
  }
  const inUse = others + (holders[holder]?.held ?? 0)
  return { granted, ...outlook(state, policy, inUse) }
}

/** Counts requests of a moment; a negative number takes some of a day or month back. */
function charge(state: LeaseState, { kind, rate, windowMs }: Policy, requests: number, at: number): void {
  if (isPeriodic(kind)) state.used = Math.max(0, state.used + requests)
  // Of rates and windows nothing is taken back: the report may have expired already.
  else if (requests <= 0) return
  else if (kind === 'rate') state.tat = Math.max(state.tat, at) + (requests * windowMs) / rate
  else {
    const width = windowMs / SLOTS
    const end = String((Math.floor(at / width) + 1) * width)
    state.slots[end] = (state.slots[end] ?? 0) + requests
  }
}

/** How many units there are that are not spent. Forgets slots that are a window old. */
function roomOf(state: LeaseState, { kind, rate, windowMs, burst }: Policy): number {
  const { now, tat, slots } = state
  if (isPeriodic(kind)) return rate - state.used
  if (kind === 'rate') return Math.floor(rate + burst - Math.max(0, tat - now) / (windowMs / rate) + ROUNDING)
  let sum = 0
  for (const end of Object.keys(slots)) {
    if (Number(end) + windowMs <= now) delete slots[end]
    else sum += slots[end] as number
  }
  return rate - sum
}

/** What is left beside the units in use, and when there is more. */
function outlook(state: LeaseState, policy: Policy, inUse: number): Pick<LeaseAnswer, 'left' | 'waitMs' | 'resetMs'> {
  const { kind, rate, windowMs, burst } = policy
  const { now, tat } = state
  const left = Math.max(0, roomOf(state, policy) - inUse)
  if (isPeriodic(kind)) return { left, waitMs: 0, resetMs: 0 }
  if (kind === 'rate') {
    const cost = windowMs / rate
    const backlog = Math.max(0, tat - now) + inUse * cost
    const waitMs = left > 0 ? 0 : Math.max(0, backlog + cost - cost * (rate + burst))
    return { left, waitMs, resetMs: backlog }
  }
  const ends = Object.keys(state.slots).map(Number)
  // Units in use count for a window from when they are reported.
  const first = ends.length > 0 ? Math.min(...ends) + windowMs - now : windowMs
  const last = ends.length > 0 ? Math.max(...ends) + windowMs - now : 0
  return { left, waitMs: left > 0 ? 0 : first, resetMs: inUse > 0 ? windowMs : last }
}
