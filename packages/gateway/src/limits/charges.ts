import type { Limiter, LimitPolicy, Taken } from './limiter.ts'

/** A limit that is asked about a request. */
export interface Asked {
  readonly limiter: Limiter
  readonly policy: LimitPolicy
  readonly key: string
  /** When it is asked, on the clock of the limiter. */
  readonly at: number
  /** Whether responses tell about the limit. */
  readonly isTold: boolean
}

/** What a limit said about a request. */
export interface Charge extends Asked {
  taken: Taken
  /** Whether the request counts: it was admitted, and not given back. */
  isHeld: boolean
}

/** A request with what limits said about it. */
export interface Charged {
  charges: Charge[] | undefined
}

/**
 * Asks a limit about a request, and keeps what it said with the request: for the fields of the response, and so that
 * `giveBackAll` can undo it.
 */
export function charge(request: Charged, asked: Asked): Taken | Promise<Taken> {
  const taken = asked.limiter.take(asked.key, asked.policy, asked.at)
  return taken instanceof Promise ? taken.then((one) => keep(request, asked, one)) : keep(request, asked, taken)
}

function keep(request: Charged, asked: Asked, taken: Taken): Taken {
  const { limiter, policy, key, at, isTold } = asked
  const kept: Charge = { limiter, policy, key, at, isTold, taken, isHeld: taken.isAdmitted }
  if (request.charges) request.charges.push(kept)
  else request.charges = [kept]
  return taken
}

/** Takes back everything that a request was charged: it was refused by another limit. */
export function giveBackAll({ charges = [] }: Charged): void {
  for (const one of charges) {
    if (!one.isHeld) continue
    giveBack(one)
    one.taken = { ...one.taken, remaining: one.taken.remaining + 1 }
  }
}

/** Takes back what one limit was charged. Once: a second call does nothing. */
export function giveBack(one: Charge): void {
  if (!one.isHeld) return
  one.isHeld = false
  one.limiter.giveBack(one.key, one.policy, one.at)
}
