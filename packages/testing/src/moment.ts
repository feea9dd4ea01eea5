/** An instant: a date, epoch milliseconds, or a text that names its zone (`2026-12-24T18:00:00Z`). */
export type Moment = Date | number | string

/** Where tests begin unless they say otherwise. */
export const START = '2026-01-01T00:00:00Z'

/** A text without a zone would mean another instant on another machine: it is a `RangeError`. */
export function toDate(moment: Moment): Date | number {
  if (typeof moment !== 'string') return moment
  if (/(Z|[+-]\d\d:\d\d)$/.test(moment)) return new Date(moment)
  throw new RangeError(`${moment} names no zone: write it as ${moment}Z or with an offset`)
}
