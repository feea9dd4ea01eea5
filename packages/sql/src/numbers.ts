import type { Clock } from '@signalbox/core'

/** Far below 2^53 even with a wrong clock, and enough for more than a hundred years of microseconds. */
const LAST = 2 ** 52

/** The time at which a group of commits is written. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number
  /**
   * Lower bound of its ids and versions: the time in microseconds. So a store restored from a backup never reuses
   * numbers that were assigned between the backup and the loss.
   */
  readonly least: number
}

/** The current time, with its lower bound for ids and versions. */
export function momentOf(clock: Clock): Moment {
  const at = Math.trunc(clock())
  return { at, least: Math.min(at * 1000, LAST) }
}
