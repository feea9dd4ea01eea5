/** A snapshot in the bucket. */
export interface KeptSnapshot {
  readonly revision: number
  /** When it was written, in epoch milliseconds. */
  readonly at: number
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const HOURLY = 24
const DAILY = 30
/** Readers may still be loading younger snapshots. */
const YOUNG_MS = 10 * 60_000

/**
 * Returns the snapshots to delete. What stays: the newest of each of the last 24 hours and of each of the last 30 days,
 *  the newest of all, and all of the last ten minutes. Hours and days are in UTC.
 */
export function outdated<T extends KeptSnapshot>(snapshots: readonly T[], now: number): readonly T[] {
  const newestFirst = snapshots.toSorted((one, other) => other.revision - one.revision)
  const kept = new Set<T>(newestFirst.slice(0, 1))
  const periods = [
    { length: HOUR, count: HOURLY },
    { length: DAY, count: DAILY },
  ]
  for (const { length, count } of periods) {
    const current = Math.floor(now / length)
    const seen = new Set<number>()
    for (const snapshot of newestFirst) {
      const period = Math.floor(snapshot.at / length)
      if (period <= current - count || seen.has(period)) continue
      seen.add(period)
      kept.add(snapshot)
    }
  }
  return newestFirst.filter((snapshot) => !kept.has(snapshot) && now - snapshot.at > YOUNG_MS)
}
