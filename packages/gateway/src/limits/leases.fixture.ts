import { strict as assert } from 'node:assert'
import type { LeaseAnswer, LeaseAsk } from './carrier.ts'
import type { Lease } from './lease.ts'
import { answerAsk, emptyLease, type LeaseState } from './lease-state.ts'
import { createLeases, type Leases } from './leases.ts'
import type { LimitPolicy, Taken } from './limiter.ts'
import { createShare } from './share.ts'

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What one run of the model did. */
export interface Ran {
  readonly admitted: number
  readonly refused: number
  readonly asks: number
}

const DAY = 86_400_000

interface Process {
  readonly leases: Leases
  /** The lease of each day; under 0 that of other kinds. */
  readonly days: Map<number, Lease>
  readonly skew: number
  wall: number
  isDead: boolean
}

interface Admitted {
  readonly at: number
  readonly day: number
}

/**
 * Lets processes share one key of a limit, in virtual time that a seed determines: messages are late, lost and repeated, the
 * carrier is gone for some time, clocks go back by an hour, processes die, and requests are given back. Throws if more is
 * admitted than the limit in any time span, or if units are missing that no process holds.
 */
export async function runModel(seed: number, onCarrierLoss: 'closed' | 'local' = 'closed'): Promise<Ran> {
  const number = numbersOf(seed)
  const upTo = (most: number) => Math.floor(number() * (most + 1))
  const oneIn = (n: number) => number() * n < 1
  const kind = (['rate', 'window', 'day'] as const)[upTo(2)] as 'rate' | 'window' | 'day'
  const policy: LimitPolicy = {
    ...{ kind, name: kind, rate: 1 + upTo(oneIn(3) ? 40 : 6) },
    ...{ windowMs: kind === 'day' ? DAY : [60, 300, 1000][upTo(2)]!, burst: kind === 'rate' ? upTo(3) : 0 },
  }
  const span = Math.min(policy.windowMs, 1000)
  const count = 1 + upTo(3)
  const [loses, dies, givesBack] = [oneIn(2), oneIn(4), oneIn(2)]
  const events: { at: number; order: number; run: () => void }[] = []
  let [now, order, step, isGone, asks, refused, mostGranted] = [0, 0, 0, false, 0, 0, 0]
  const states = new Map<string, LeaseState>()
  const processes: Process[] = []
  let begun = 0
  const admitted: Admitted[] = []

  function at(ms: number, run: () => void): () => void {
    const event = { at: now + ms, order: order++, run }
    events.push(event)
    return () => void events.splice(events.indexOf(event), events.includes(event) ? 1 : 0)
  }

  const delay = () => (oneIn(12) ? upTo(3 * span) : oneIn(3) ? upTo(40) : 0)

  /** What the carrier does with a message, at most once or twice, some time. */
  function deliver(ask: LeaseAsk, answer: (answer: LeaseAnswer) => void, fail: (error: unknown) => void): void {
    if (isGone) {
      if (oneIn(2)) at(delay(), () => fail(new Error('gone')))
      return
    }
    const state = states.get(ask.key) ?? emptyLease(0)
    states.set(ask.key, state)
    const answered = answerAsk(state, structuredCopy(ask), now + step)
    mostGranted = Math.max(mostGranted, answered.granted)
    if (!(loses && oneIn(8))) at(delay(), () => answer({ ...answered, holders: count }))
  }

  function begin(): Process {
    begun++
    const skew = upTo(1e6)
    const process: Process = { days: new Map(), skew, wall: 0, isDead: false, leases: undefined as never }
    const leases = createLeases({
      carrier: {
        ask: (ask) =>
          new Promise((resolve, reject) => {
            asks++
            if (loses && oneIn(8)) return
            at(delay(), () => deliver(ask, resolve, reject))
            if (oneIn(8)) at(delay(), () => deliver(ask, resolve, reject))
          }),
      },
      holder: `process ${order++}`,
      elapsed: () => now + skew,
      after: at,
      withoutCarrier: createShare(onCarrierLoss),
      onLoss: () => {},
    })
    return Object.assign(process, { leases })
  }

  const leaseOf = (process: Process, day: number): Lease => {
    const known = process.days.get(day)
    if (known) return known
    const lease = process.leases.create(`key ${day}`, policy)
    process.days.set(day, lease)
    return lease
  }

  function request(process: Process): void {
    const day = kind === 'day' ? Math.floor((now + process.wall + DAY / 2) / DAY) : 0
    const lease = leaseOf(process, day)
    const cameAt = now + process.skew
    const settle = (taken: Taken): void => {
      if (process.isDead) return
      if (!taken.isAdmitted) {
        refused++
        const used = admitted.filter((one) => one.day === day).length
        if (!taken.isUnavailable && kind === 'day' && !givesBack && !dies && onCarrierLoss === 'closed')
          // Each process may hold what it was granted last, and what it had in stock before.
          assert.ok(policy.rate - used <= 2 * count * mostGranted, `${policy.rate - used} units are missing`)
        return
      }
      const one = { at: now, day }
      admitted.push(one)
      if (!givesBack || !oneIn(5)) return
      const undo = () => {
        if (process.isDead) return
        process.leases.giveBack(lease, cameAt)
        admitted.splice(admitted.indexOf(one), 1)
      }
      if (oneIn(2)) undo()
      else at(upTo(60), undo)
    }
    const taken = process.leases.take(lease)
    if (taken instanceof Promise) void taken.then(settle)
    else settle(taken)
  }

  /** Lets everything happen up to a time. */
  async function advance(to: number): Promise<void> {
    for (;;) {
      let next: (typeof events)[number] | undefined
      for (const one of events)
        if (!next || one.at < next.at || (one.at === next.at && one.order < next.order)) next = one
      if (!next || next.at > to) break
      events.splice(events.indexOf(next), 1)
      now = Math.max(now, next.at)
      next.run()
      await settled()
    }
    now = Math.max(now, to)
  }

  for (let i = 0; i < count; i++) processes.push(begin())
  for (let i = 0; i < 40; i++) {
    await advance(now + (oneIn(3) ? upTo(span) : upTo(20)))
    const place = upTo(processes.length - 1)
    const process = processes[place] as Process
    if (dies && oneIn(25)) {
      process.isDead = true
      processes[place] = begin()
    } else if (oneIn(20)) isGone = !isGone
    else if (oneIn(30)) step -= 3_600_000
    else if (oneIn(25)) process.wall += oneIn(2) ? -DAY / 2 - upTo(1000) : DAY / 2 + upTo(1000)
    else if (oneIn(10)) for (const lease of process.days.values()) process.leases.tidy(lease)
    else for (let n = oneIn(4) ? upTo(8) : 1; n > 0; n--) request(process)
    await settled()
  }
  await advance(now + 5 * span)
  check(admitted, policy, onCarrierLoss === 'local' ? begun : 0)

  if (!dies && kind === 'day') {
    isGone = false
    // Lost messages are sent again until everything is reported.
    for (let i = 0; i < 60; i++) {
      await advance(now + 20_000)
      for (const { leases, days } of processes) for (const lease of days.values()) leases.tidy(lease)
      await settled()
    }
    for (const [key, { used, holders }] of states) {
      const held = Object.values(holders).reduce((sum, one) => sum + one.held, 0)
      const real = admitted.filter(({ day }) => key === `key ${day}`).length
      assert.deepEqual({ used, held }, { used: real, held: 0 }, 'What was used is not what was admitted')
    }
  }
  return { admitted: admitted.length, refused, asks }
}

const structuredCopy = (ask: LeaseAsk): LeaseAsk => ({ ...ask, policy: { ...ask.policy } })

/** Lets promises settle that nothing delays. */
async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await undefined
}

/**
 * Throws if more was admitted than a limit in any time span. `processes`: how many may each have admitted as much
 * beside it, because the carrier was lost before it told them how many they are.
 */
function check(admitted: readonly Admitted[], { kind, rate, burst, windowMs }: LimitPolicy, processes: number): void {
  const most = (limit: number) => limit * (1 + processes)
  if (kind === 'day') {
    const days = new Map<number, number>()
    for (const { day } of admitted) days.set(day, (days.get(day) ?? 0) + 1)
    // The share of a day is of what was left, each time that the carrier is lost: it is checked without loss.
    if (processes === 0) for (const [day, used] of days) assert.ok(used <= rate, `${used} of ${rate} on day ${day}`)
    return
  }
  const times = admitted.map(({ at }) => at).sort((a, b) => a - b)
  for (let from = 0; from < times.length; from++)
    for (let to = from; to < times.length; to++) {
      const length = times[to]! - times[from]!
      const limit = kind === 'rate' ? rate + burst + (rate * length) / windowMs : length < windowMs ? rate : Infinity
      assert.ok(to - from + 1 <= most(limit) + 1e-6, `${to - from + 1} of ${limit} within ${length} ms`)
    }
}
