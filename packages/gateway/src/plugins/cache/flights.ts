/** How a call of the backend ended for those who wait for it. */
export type Landing =
  /** Its response was stored. */
  | 'stored'
  /** Its client left: another one calls. */
  | 'left'
  /** Its response cannot be shared: each one calls. */
  | 'unshared'

/** A call of the backend whose response may serve others. */
export interface Flight {
  /** Ends it. Has no effect when it has ended. */
  land(landing: Landing): void
  /** Resolves when it has ended; `unshared` after so many milliseconds. */
  wait(ms: number): Promise<Landing>
}

/** The calls of the backend that others wait for, by what is asked for. */
export interface Flights {
  find(key: string): Flight | undefined
  begin(key: string): Flight
}

/** Creates an empty set of calls. */
export function createFlights(): Flights {
  const flights = new Map<string, Flight>()
  return {
    find: (key) => flights.get(key),
    begin(key) {
      const waiting = new Set<(landing: Landing) => void>()
      const flight: Flight = {
        land(landing) {
          if (flights.get(key) !== flight) return
          flights.delete(key)
          for (const resolve of waiting) resolve(landing)
        },
        wait: (ms) =>
          new Promise((resolve) => {
            const end = (landing: Landing): void => {
              clearTimeout(timer)
              waiting.delete(end)
              resolve(landing)
            }
            const timer = setTimeout(end, ms, 'unshared')
            waiting.add(end)
          }),
      }
      flights.set(key, flight)
      return flight
    },
  }
}
