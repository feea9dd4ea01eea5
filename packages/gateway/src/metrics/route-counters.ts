import type { Histogram } from './histogram.ts'
import type { Outcomes } from './outcomes.ts'

/** The API and the route of what is counted together, because there are too many routes. */
export const OTHERS = '_other'

/** The durations of the requests of an API. */
export interface Durations {
  readonly durations: Histogram
  readonly backendDurations: Histogram
}

/** What the routes of an API share. */
export interface ApiCounters extends Durations {
  readonly outcomes: Outcomes
}

/** The counters of a route. They are kept when the route is compiled again. */
export interface RouteCounters extends ApiCounters {
  readonly api: string
  readonly route: string
  /** Requests by method, class of the status and cause: see `keyOf`. */
  readonly requests: Map<number, number>
  /** How its own last requests ended, beside `outcomes` of its API. */
  readonly ofRoute: Outcomes
  /** Requests beyond a rate limit that only observes. */
  overLimit: number
}
