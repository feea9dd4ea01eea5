import { betaPosterior } from './posterior.ts'
import type { Binomial, Interval } from './statistics.ts'

/** What is to be believed of one rate among several, if nothing was known before (uniform priors, Beta(1, 1)). */
export interface Belief {
  /** The 95 % credible interval of the rate, equal tails. */
  readonly credible: Interval
  /** The probability that the rate is the highest: ∫ fᵢ ∏ Fⱼ, f the densities and F the distribution functions. */
  readonly probabilityBest: number
  /** By how much the highest rate is expected to be above this one: ∫ Fᵢ (1 − ∏ Fⱼ). Expected loss, Stucchio 2015. */
  readonly expectedLoss: number
}

const TAIL = 0.025

/** Compares rates. The cost depends on how many there are, not on how large the counts are. */
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
  // One of them is the best: what the sum lacks, or has too much, is the error of the integration.
  const sum = best.reduce((total, share) => total + share, 0)
  return posteriors.map(({ quantile }, i) => ({
    credible: [quantile(TAIL), quantile(1 - TAIL)],
    probabilityBest: best[i]! / sum,
    expectedLoss: Math.max(0, losses[i]!),
  }))
}

const PANELS = 400

/** The nodes and weights of Simpson's rule, anew between any two of these places: outside its range a distribution is constant, inside it is resolved. */
function forEachNode(places: readonly number[], use: (node: number, weight: number) => void): void {
  const cuts = [...new Set(places)].sort((a, b) => a - b)
  for (const [i, to] of cuts.slice(1).entries()) {
    const from = cuts[i]!
    const step = (to - from) / PANELS
    for (let k = 0; k <= PANELS; k++)
      use(from + k * step, (step / 3) * (k === 0 || k === PANELS ? 1 : k % 2 === 1 ? 4 : 2))
  }
}
