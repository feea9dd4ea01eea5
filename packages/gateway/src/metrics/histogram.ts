/** The upper bounds of the buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/** The upper bounds of the buckets, in milliseconds. */
export const boundsInMs: readonly number[] = bounds.map((seconds) => seconds * 1000)

/** A histogram of durations. */
export interface Histogram {
  /** How many durations are in each bucket; the last is for those beyond all bounds. */
  readonly counts: Float64Array
  /** The sum in seconds. */
  sum: number
}

/** Creates an empty histogram. */
export const createHistogram = (): Histogram => ({ counts: new Float64Array(bounds.length + 1), sum: 0 })

/** Adds a duration in milliseconds. */
export function observe(histogram: Histogram, ms: number): void {
  const seconds = ms / 1000
  let place = 0
  while (place < bounds.length && seconds > (bounds[place] as number)) place++
  histogram.counts[place]! += 1
  histogram.sum += seconds
}

/** Adds the durations of another histogram. */
export function addTo(histogram: Histogram, { counts, sum }: Histogram): void {
  for (const [place, count] of counts.entries()) histogram.counts[place]! += count
  histogram.sum += sum
}

/** The lines of a histogram in the text format of Prometheus; none if it is empty. */
export function linesOf(name: string, { counts, sum }: Histogram, labels: string): string[] {
  let total = 0
  const buckets = [...counts].map((count, place) => {
    total += count
    return `${name}_bucket{${labels},le="${bounds[place] ?? '+Inf'}"} ${total}`
  })
  return total === 0 ? [] : [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`]
}
