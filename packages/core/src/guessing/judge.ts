import type { Clock } from '../ports.ts'
import { networkOf } from './network-of.ts'
import { createOneByOne } from './one-by-one.ts'
import { createThrottle, QUARTER_HOUR } from './throttle.ts'

/** A pair that someone presents. */
export interface Presented {
  readonly id: string
  /** Tells this pair from every other, and nothing about its secret. */
  readonly fingerprint: string
  readonly address?: string | undefined
}

/** Looks a pair up: what it stands for, or `undefined` when it is wrong. */
export type Look<T> = () => Promise<T | undefined>

/** How many wrong pairs are answered before the next ones are refused. */
const MOST_WRONG = 50
/** From how many networks that guess pairs are looked up at once. */
const AT_ONCE = 4
const MOST_REMEMBERED = 10_000

/**
 * Judges pairs of an id and a secret. A right pair is never refused, whoever else guesses from the same address. Wrong pairs are
 * refused with TOO_MANY_REQUESTS after 50 failures in a quarter of an hour: of that id from that network, or of different pairs from
 * that network, so that a program that repeats one stale secret locks out itself alone. Pairs from a network that guesses are looked
 * up one at a time: guesses cost no more, however many come at once.
 */
export function createJudge(clock: Clock) {
  const limit = { failures: MOST_WRONG, window: QUARTER_HOUR }
  const ids = createThrottle(clock, limit)
  const networks = createThrottle(clock, limit)
  const inTurn = createOneByOne(AT_ONCE)
  const counted = new Set<string>()

  /** Whether a network presents this wrong pair for the first time, as far as is remembered. */
  function isNew(guess: string): boolean {
    if (counted.has(guess)) return false
    if (counted.size >= MOST_REMEMBERED) counted.delete(counted.values().next().value as string)
    counted.add(guess)
    return true
  }

  return async <T>({ id, fingerprint, address = '' }: Presented, look: Look<T>): Promise<T | undefined> => {
    const network = networkOf(address)
    const idHere = JSON.stringify([id, network])
    const isGuessing = networks.count(network) >= MOST_WRONG || ids.count(idHere) >= MOST_WRONG
    const found = await (isGuessing ? inTurn(network, look) : look())
    if (found !== undefined) return found
    ids.refuse(idHere)
    networks.refuse(network)
    ids.fail(idHere)
    if (isNew(`${network} ${fingerprint}`)) networks.fail(network)
    return undefined
  }
}
