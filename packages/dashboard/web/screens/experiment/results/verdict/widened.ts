import type { Interval } from '../figures/figures.ts'

const LEVEL = 0.05

/**
 * Widens a 95% interval around its middle so that the intervals of all comparisons hold together with 95% (Bonferroni).
 * The half-width of a confidence sequence grows with √ln(s/α), where s ≥ 1, so √(1 + ln k / ln(1/α)) is always enough for
 * k comparisons.
 */
export function widened([low, high]: Interval, view: 'sequential' | 'fixed', comparisons: number): Interval {
  if (comparisons < 2) return [low, high]
  const factor =
    view === 'sequential'
      ? Math.sqrt(1 + Math.log(comparisons) / Math.log(1 / LEVEL))
      : normalQuantile(LEVEL / 2 / comparisons) / normalQuantile(LEVEL / 2)
  const [middle, half] = [(low + high) / 2, (high - low) / 2]
  return [middle - half * factor, middle + half * factor]
}

/** The value that a standard normal variable exceeds with a small probability, accurate to 0.0005 (Abramowitz and Stegun 26.2.23). */
function normalQuantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail))
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
}
