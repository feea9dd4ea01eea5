import type { Clock } from '@signalbox/core/gateway'

/** How a call of the backend ended for those who wait for it. */
export type Landing =
  /** Its response was stored. */
  | 'stored'
  /** Its client left: another one calls. */
  | 'left'
  /** Its response cannot be shared, and so probably the next one: each one calls. */
  | 'unshared'
  /** There is nothing to share this time: each one calls. */
  | 'failed'

/** A call of the backend whose response may serve others. */
export interface Flight {
  /** Ends it. Has no effect when it has ended. */
  land(landing: Landing): void
  /** Resolves when it has ended; `failed` after so many milliseconds. */
  wait(ms: number): Promise<Landing>
}

/** The calls of the backend that others wait for, by what is asked for. */
export interface Flights {
  find(key: string): Flight | undefined
  begin(key: string): Flight
  /** Whether the last response could not be shared, so that waiting for the next one would only cost time. */
  isUnshared(key: string): boolean
}

/** How long it is remembered that a response could not be shared, in milliseconds, and of how many. */
const UNSHARED_MS = 10_000
const MOST_UNSHARED = 1000

/** Creates an empty set of calls. */
export function createFlights(clock: Clock): Flights {
  const flights = new Map<string, Flight>()
  const unshared = new Map<string, number>()

  function remember(key: string, landing: Landing): void {
    if (landing === 'stored') unshared.delete(key)
    if (landing === 'unshared') unshared.set(key, clock() + UNSHARED_MS)
    for (const oldest of unshared.keys()) {
      if (unshared.size <= MOST_UNSHARED) break
      unshared.delete(oldest)
    }
  }

  return {
    find: (key) => flights.get(key),
    isUnshared: (key) => (unshared.get(key) ?? 0) > clock(),
    begin(key) {
      const waiting = new Set<(landing: Landing) => void>()
      const flight: Flight = {
        land(landing) {
          if (flights.get(key) !== flight) return
          flights.delete(key)
          remember(key, landing)
          for (const end of waiting) end(landing)
        },
        wait: (ms) =>
          new Promise((resolve) => {
            const end = (landing: Landing): void => {
              clearTimeout(timer)
              waiting.delete(end)
              resolve(landing)
            }
            const timer = setTimeout(end, ms, 'failed')
            waiting.add(end)
          }),
      }
      flights.set(key, flight)
      return flight
    },
  }
}
