import { boundedKeys } from './bounded-keys.ts'
import type { LimitCarrier } from './carrier.ts'
import { keptFor } from './kept-for.ts'
import { answerAsk, emptyLease, type LeaseState } from './lease-state.ts'

/** A carrier that answers at once. */
export interface MemoryCarrier extends LimitCarrier {
  /** How many keys are kept. */
  readonly size: number
}

/**
 * Creates a carrier that keeps the units of limits in the memory of this process: for the primary of several processes, and
 * for tests. `elapsed` is in milliseconds that only ever grow. A process that begins again has forgotten everything.
 *
 * @example
 * const carrier = memoryCarrier()
 * const gateways = [1, 2].map(() => createGateway({ source, limits: sharedLimits(carrier) }))
 */
export function memoryCarrier(elapsed: () => number = () => performance.now()): MemoryCarrier {
  const keys = boundedKeys<LeaseState & { until: number }>(({ until }, now) => now > until)
  /** The processes, and when each asked last. */
  const seen = new Map<string, number>()

  function countHolders(holder: string, now: number): number {
    seen.set(holder, now)
    for (const [name, at] of seen) if (now - at > FORGOTTEN_MS) seen.delete(name)
    return seen.size
  }

  return {
    ask(ask) {
      try {
        const now = elapsed()
        let state = keys.get(ask.key)
        if (!state) {
          state = { ...emptyLease(now), until: 0 }
          keys.set(ask.key, state, now)
        }
        state.until = now + keptFor(ask.policy)
        return Promise.resolve({ ...answerAsk(state, ask, now), holders: countHolders(ask.holder, now) })
      } catch (error) {
        return Promise.reject(error)
      }
    },
    get size() {
      return keys.size
    },
  }
}

/** After this time, a process does not count as one that shares limits. */
const FORGOTTEN_MS = 60_000
