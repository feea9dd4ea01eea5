/** The epoch milliseconds of a date before which events are deleted. Throws a `RangeError` for an invalid date. */
export function instantOf(before: Date): number {
  const instant = before.getTime()
  if (Number.isNaN(instant)) throw new RangeError('Events cannot be deleted before an invalid date')
  return instant
}
