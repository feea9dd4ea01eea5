/** What a limit says about one request. */
export interface Taken {
  readonly isAdmitted: boolean
  /** How many more requests would be admitted now. */
  readonly remaining: number
  /** Milliseconds until another request is admitted; 0 if one is now. */
  readonly waitMs: number
  /** Milliseconds until the whole limit is available again. */
  readonly resetMs: number
}

/** Counts the requests of each key. A refused request counts for nothing. */
export interface Limiter {
  /** Admits a request, or not. `now` is in milliseconds that only ever grow. */
  take(key: string, now: number): Taken
  /** How many keys are remembered. */
  readonly size: number
}

/** How much is admitted. */
export interface Rate {
  /** Requests in a window. */
  readonly rate: number
  readonly windowMs: number
}
