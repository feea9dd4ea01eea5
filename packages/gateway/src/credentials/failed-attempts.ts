import { networkOf } from '../addresses/network-of.ts'
import { boundedKeys } from '../limits/bounded-keys.ts'

/** Counts wrong credentials by the network that they come from. Times are in epoch milliseconds. */
export interface FailedAttempts {
  /** Counts a failure of a client with this address. */
  count(address: string, now: number): void
  /** Milliseconds until clients of this network may try again; 0 if they may now. */
  waitMs(address: string, now: number): number
}

/** How many failures in a minute are too many. */
const MOST_FAILURES = 20
const MINUTE = 60_000
/** Networks that are remembered: each takes some 300 bytes. */
const MOST_NETWORKS = 100_000

interface Failures {
  /** The times of the last failures, in a ring. */
  readonly times: Float64Array
  count: number
  /** When the network may try again. */
  until: number
}

/** Creates the memory of failures: after 20 within a minute, a network has to wait for a minute. */
export function createFailedAttempts(): FailedAttempts {
  const networks = boundedKeys<Failures>(
    ({ times, count, until }, now) => until <= now && lastOf(times, count) <= now - MINUTE,
    MOST_NETWORKS,
  )

  return {
    count(address, now) {
      const key = networkOf(address)
      const failures = networks.get(key) ?? { times: new Float64Array(MOST_FAILURES), count: 0, until: 0 }
      const place = failures.count++ % MOST_FAILURES
      failures.times[place] = now
      const oldest = failures.times[(place + 1) % MOST_FAILURES] as number
      if (failures.count >= MOST_FAILURES && now - oldest < MINUTE) failures.until = now + MINUTE
      networks.set(key, failures, now)
    },
    waitMs(address, now) {
      const left = (networks.get(networkOf(address))?.until ?? 0) - now
      // Clocks may be set back.
      return left > MINUTE ? 0 : Math.max(0, left)
    },
  }
}

const lastOf = (times: Float64Array, count: number): number => times[(count - 1) % MOST_FAILURES] as number

/** The refusal of a network that has to wait. */
export const tooManyAttempts = (waitMs: number) =>
  ({
    refuse: 'errors.attempts.exceeded',
    headers: ['Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000)))],
  }) as const
