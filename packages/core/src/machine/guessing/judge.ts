import type { Clock } from '../../ports.ts'
import { networkOf } from './network-of.ts'
import { createOneByOne } from './one-by-one.ts'
import { createThrottle, QUARTER_HOUR } from './throttle.ts'

/** An id with a secret, as presented by a caller. */
export interface Presented {
  readonly id: string
  /** Identifies this pair of id and secret without revealing the secret. */
  readonly fingerprint: string
  readonly address?: string | undefined
}

/** Looks up a pair: returns what it belongs to, or `undefined` if it is wrong. */
export type Look<T> = () => Promise<T | undefined>

/** How many wrong pairs are checked before further ones are throttled. */
const MOST_WRONG = 50
/** How many look-ups for guessing networks run at the same time, each for another network. */
const AT_ONCE = 4
const MOST_REMEMBERED = 10_000
/** No stored id is longer, and what is remembered of a guess must be short. */
const LONGEST_ID = 512

/**
 * Judges pairs of an id and a secret. Correct pairs are always accepted, even if someone else guesses from the same
 * address. Wrong pairs get TOO_MANY_REQUESTS after 50 failures in 15 minutes: of that id from that network, or of
 * different pairs from that network. A program that repeats one outdated secret thus locks out only itself. Pairs from
 * a guessing network are looked up one at a time, so guessing in parallel is not faster.
 */
export function createJudge(clock: Clock) {
  const limit = { failures: MOST_WRONG, window: QUARTER_HOUR }
  const ids = createThrottle(clock, limit)
  const networks = createThrottle(clock, limit)
  const inTurn = createOneByOne(AT_ONCE)
  const counted = new Set<string>()

  /** Whether a network presents this wrong pair for the first time within memory. */
  function isNew(guess: string): boolean {
    if (counted.has(guess)) return false
    if (counted.size >= MOST_REMEMBERED) counted.delete(counted.values().next().value as string)
    counted.add(guess)
    return true
  }

  return async <T>({ id, fingerprint, address = '' }: Presented, look: Look<T>): Promise<T | undefined> => {
    const network = networkOf(address)
    const idHere = JSON.stringify([id.slice(0, LONGEST_ID), network])
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
