import type { Clock } from '@signalbox/core'

/** Far from 2^53, whatever a clock says, and late enough for a hundred years of microseconds. */
const LAST = 2 ** 52

/**
 * The least that ids and versions taken now may be: the time in microseconds. A store that is restored from a backup
 * so never hands out again what it handed out between the backup and the loss.
 */
export const leastNumber = (clock: Clock): number => Math.min(Math.trunc(clock()) * 1000, LAST)
