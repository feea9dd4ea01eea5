/** Limits the share of requests to a backend that are retried, so that retries do not multiply the load of an outage. */
export interface RetryBudget {
  /** Counts a request. `now` is of `performance.now`. */
  requested(now: number): void
  /** Counts a retry, if it is within the budget. */
  takes(now: number): boolean
}

/** The seconds over which the share counts. */
const WINDOW = 10
/** Retries that are allowed in each second, however few requests there are. */
const LEAST_RETRIES_PER_SECOND = 3

/** Creates a budget: retries are at most this share of the requests of the last ten seconds, or three a second. */
export function createRetryBudget(share: number): RetryBudget {
  const requests = new Float64Array(WINDOW)
  const retries = new Float64Array(WINDOW)
  let second = 0

  /** Empties the places of the seconds that have passed. Returns the place of the current one. */
  function turn(now: number): number {
    const current = Math.floor(now / 1000)
    for (let one = Math.max(second + 1, current - WINDOW + 1); one <= current; one++) {
      requests[one % WINDOW] = 0
      retries[one % WINDOW] = 0
    }
    second = Math.max(second, current)
    return second % WINDOW
  }

  return {
    requested(now) {
      requests[turn(now)]! += 1
    },
    takes(now) {
      const place = turn(now)
      const isWithin = retries[place]! < LEAST_RETRIES_PER_SECOND || sum(retries) + 1 <= share * sum(requests)
      if (isWithin) retries[place]! += 1
      return isWithin
    },
  }
}

const sum = (numbers: Float64Array): number => numbers.reduce((all, one) => all + one, 0)
