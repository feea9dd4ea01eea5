import type { Interval } from '../figures/figures.ts'

/** A linear scale whose ends lie beside the values, with round ticks between them. */
export interface Scale {
  /** Where a value is, in percent of the width. Values beyond the ends are at the ends. */
  place(value: number): number
  readonly ticks: readonly number[]
}

/** How much room is left at each side, as a part of the range. */
const MARGIN = 0.04

/** Makes a scale for values that lie within an interval, with about five ticks. */
export function scaleOf([low, high]: Interval): Scale {
  const range = high > low ? high - low : Math.max(Math.abs(high), 1)
  const [from, to] = [low - range * MARGIN, low + range * (1 + MARGIN)]
  const step = roundStep((to - from) / 5)
  const first = Math.ceil(from / step)
  const length = Math.max(0, Math.floor(to / step) - first + 1)
  return {
    place: (value) => Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100)),
    ticks: Array.from({ length }, (_, at) => Number(((first + at) * step).toPrecision(12))),
  }
}

/** The next larger of 1, 2 and 5, times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (([1, 2, 5].find((one) => one * power >= least) ?? 10) as number) * power
}
