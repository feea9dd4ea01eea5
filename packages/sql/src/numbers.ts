import type { Clock } from '@signalbox/core'

/** Far from 2^53, whatever a clock says, and late enough for a hundred years of microseconds. */
const LAST = 2 ** 52

/** When a group of commits takes place. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number
  /**
   * The least that its ids and versions may be: the time in microseconds. A store that is restored from a backup so
   * never hands out again what it handed out between the backup and the loss.
   */
  readonly least: number
}

/** Now. */
export function momentOf(clock: Clock): Moment {
  const at = Math.trunc(clock())
  return { at, least: Math.min(at * 1000, LAST) }
}
