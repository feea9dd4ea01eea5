import { betaPosterior } from './posterior.ts'
import type { Binomial, Interval } from './statistics.ts'

/** What the data says about one rate among several, starting from uniform priors, Beta(1, 1). */
export interface Belief {
  /** The 95 % credible interval of the rate, equal tails. */
  readonly credible: Interval
  /** The probability that this rate is the highest: ∫ fᵢ ∏ Fⱼ, with densities f and distribution functions F. */
  readonly probabilityBest: number
  /**
   * Expected loss of choosing this rate, by how much the highest rate is expected to exceed it: ∫ Fᵢ (1 − ∏ Fⱼ)
   * (Stucchio 2015).
   */
  readonly expectedLoss: number
}

const TAIL = 0.025

/** Compares rates. The cost grows with the number of rates, not with the counts. */
export function beliefs(counts: readonly Binomial[]): Belief[] {
  const posteriors = counts.map(betaPosterior)
  const best = counts.map(() => 0)
  const losses = counts.map(() => 0)
  const ends = posteriors.flatMap(({ range }) => range)
  forEachNode(ends, (rate, weight) => {
    const below = posteriors.map(({ cdf }) => cdf(rate))
    for (const [i, { density }] of posteriors.entries()) {
      const others = below.reduce((product, share, j) => (j === i ? product : product * share), 1)
      best[i]! += weight * density(rate) * others
      losses[i]! += weight * below[i]! * (1 - others)
    }
  })
  // Exactly one rate is the best, so any difference of the sum from 1 is integration error.
  const sum = best.reduce((total, share) => total + share, 0)
  return posteriors.map(({ quantile }, i) => ({
    credible: [quantile(TAIL), quantile(1 - TAIL)],
    probabilityBest: best[i]! / sum,
    expectedLoss: Math.max(0, losses[i]!),
  }))
}

const PANELS = 400

/**
 * Calls `use` with the nodes and weights of Simpson's rule, separately between each two adjacent places: a distribution
 * is constant outside its range and finely sampled inside it.
 */
function forEachNode(places: readonly number[], use: (node: number, weight: number) => void): void {
  const cuts = [...new Set(places)].sort((a, b) => a - b)
  for (const [i, to] of cuts.slice(1).entries()) {
    const from = cuts[i]!
    const step = (to - from) / PANELS
    for (let k = 0; k <= PANELS; k++)
      use(from + k * step, (step / 3) * (k === 0 || k === PANELS ? 1 : k % 2 === 1 ? 4 : 2))
  }
}
