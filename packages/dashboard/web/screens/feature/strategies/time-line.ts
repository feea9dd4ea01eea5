/** A time line: where its points are, in percent of its width. All times in epoch milliseconds. */
export interface TimeLinePlaces {
  readonly now: number
  readonly from: number
  /** Absent if the active time has no end. */
  readonly to?: number
}

/** The share of the line that is left free at each side. */
const MARGIN = 12

/** Places the beginning, the end and now on a line. Equal instants share a place. */
export function placesOf({ from, to, now }: { from: number; to?: number; now: number }): TimeLinePlaces {
  const points = to === undefined ? [from, now] : [from, to, now]
  const [low, high] = [Math.min(...points), Math.max(...points)]
  const place = (instant: number) =>
    high === low ? 50 : MARGIN + ((instant - low) / (high - low)) * (100 - 2 * MARGIN)
  return { now: place(now), from: place(from), ...(to !== undefined && { to: place(to) }) }
}
