/** How much is admitted. */
export interface LimitPolicy {
  /**
   * `rate`: evenly, by GCRA. `window`: in windows that slide. `day` and `month`: in periods of the calendar, in the zone of
   * the source.
   */
  readonly kind: 'rate' | 'window' | 'day' | 'month'
  /** The name in the fields `RateLimit` and `RateLimit-Policy`, unique among the limits of a route. */
  readonly name: string
  /** Requests in a window or period. */
  readonly rate: number
  /** Milliseconds. Of days and months, the length that is reported. */
  readonly windowMs: number
  /** Requests that are admitted at once in addition to `rate`; 0 but for the kind `rate`. */
  readonly burst: number
}

/** Whether a kind of limit counts in periods of the calendar. */
export const isPeriodic = (kind: LimitPolicy['kind']): kind is 'day' | 'month' => kind === 'day' || kind === 'month'

/** What a limit says about one request. */
export interface Taken {
  readonly isAdmitted: boolean
  /** How many more requests would be admitted now. */
  readonly remaining: number
  /** Milliseconds until another request is admitted; 0 if one is now. */
  readonly waitMs: number
  /** Milliseconds until the whole limit is available again. */
  readonly resetMs: number
  /** Whether the request is refused because nobody can tell how much is left. @default false */
  readonly isUnavailable?: boolean
}

/** What is left of a limit. */
export type Left = Pick<Taken, 'remaining' | 'resetMs' | 'isUnavailable'>

/** Counts the requests of each key. A refused request counts for nothing. */
export interface Limiter {
  /**
   * Admits a request, or not. `now` is in milliseconds: for days and months the time of day, for all others a clock that
   * only grows. Returns a promise only if somebody else has to be asked.
   */
  take(key: string, policy: LimitPolicy, now: number): Taken | Promise<Taken>
  /** Takes back an admitted request as if it had never come. `takenAt` is the time at which it was admitted. */
  giveBack(key: string, policy: LimitPolicy, takenAt: number): void
  /**
   * Says what is left, and charges nothing. Of limits that processes share, units that others hold count as used. Returns a
   * promise only if somebody else has to be asked.
   */
  peek(key: string, policy: LimitPolicy, now: number): Left | Promise<Left>
}

/** A limiter that knows everything itself. */
export interface LocalLimiter extends Limiter {
  take(key: string, policy: LimitPolicy, now: number): Taken
  peek(key: string, policy: LimitPolicy, now: number): Left
  /** How many keys are remembered. */
  readonly size: number
}

/** A wait in whole seconds, rounded up. Sums of fractions of a window may be too long by microseconds, which are left out. */
export const toSeconds = (ms: number): number => Math.ceil((ms - 0.01) / 1000)
