/** An instant: a date, epoch milliseconds, or a text with a time zone (`2026-12-24T18:00:00Z`). */
export type Moment = Date | number | string

/** The default start time of tests. */
export const START = '2026-01-01T00:00:00Z'

/** Converts a moment. Throws a `RangeError` for a text without a zone, which means another instant on each machine. */
export function toDate(moment: Moment): Date | number {
  if (typeof moment !== 'string') return moment
  if (/(Z|[+-]\d\d:\d\d)$/.test(moment)) return new Date(moment)
  throw new RangeError(`${moment} has no time zone: write ${moment}Z, or add an offset`)
}
