import type { Steps } from '../machine/time/yield-by-time.ts'
import { betaPosterior, type Posterior } from './posterior.ts'
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

/** Compares rates, in steps. The cost grows with the number of rates, not with the counts. */
export function* beliefs(counts: readonly Binomial[]): Steps<Belief[]> {
  const { distinct, which } = distinctCounts(counts)
  const posteriors: Posterior[] = []
  for (const count of distinct) {
    posteriors.push(betaPosterior(count))
    yield
  }
  const best = counts.map(() => 0)
  const losses = counts.map(() => 0)
  for (const node of nodesWithin(posteriors.map(({ range }) => range))) {
    yield
    if (!node) continue
    const [rate, weight] = node
    const cdfs = posteriors.map(({ cdf }) => cdf(rate))
    const densities = posteriors.map(({ density }) => density(rate))
    const others = productsOfOthers(which.map((of) => cdfs[of]!))
    for (const [i, of] of which.entries()) {
      best[i]! += weight * densities[of]! * others[i]!
      losses[i]! += weight * cdfs[of]! * (1 - others[i]!)
    }
  }
  // Exactly one rate is the best, so any difference of the sum from 1 is integration error.
  const sum = best.reduce((total, share) => total + share, 0)
  const credible: Interval[] = []
  for (const { quantile } of posteriors) {
    credible.push([quantile(TAIL), quantile(1 - TAIL)])
    yield
  }
  return which.map((of, i) => ({
    credible: credible[of]!,
    probabilityBest: Math.max(0, best[i]! / sum),
    expectedLoss: Math.max(0, losses[i]!),
  }))
}

/** Each count once, and for each of the counts its index among them. */
function distinctCounts(counts: readonly Binomial[]) {
  const distinct = new Map(counts.map((count) => [count.join(), count]))
  const places = new Map([...distinct.keys()].map((key, place) => [key, place]))
  return { distinct: [...distinct.values()], which: counts.map((count) => places.get(count.join())!) }
}

/** For each factor, the product of all others. */
function productsOfOthers(factors: readonly number[]): number[] {
  const products: number[] = []
  let product = 1
  for (const factor of factors) {
    products.push(product)
    product *= factor
  }
  product = 1
  for (let i = factors.length - 1; i >= 0; i--) {
    products[i]! *= product
    product *= factors[i]!
  }
  return products
}

const PANELS = 400

/**
 * The nodes and weights of Simpson's rule, separately between each two adjacent ends of ranges: a distribution is
 * constant outside its range, and at least 400 panels divide it. Ends that are nearer than a panel are joined.
 * `undefined` stands for a step without a node.
 */
function* nodesWithin(ranges: readonly Interval[]): Generator<readonly [node: number, weight: number] | undefined> {
  const cuts = [...new Set(ranges.flat())].sort((a, b) => a - b)
  let from = cuts[0]!
  for (const [i, to] of cuts.entries()) {
    yield undefined
    const after = cuts[i + 1]
    if (i === 0 || (after !== undefined && to - from < narrowest(ranges, from, after) / PANELS)) continue
    const width = narrowest(ranges, from, to)
    const panels = 2 * Math.max(1, Math.ceil(((to - from) / width) * (PANELS / 2)))
    const step = (to - from) / panels
    for (let k = 0; k <= panels; k++)
      yield [from + k * step, (step / 3) * (k === 0 || k === panels ? 1 : k % 2 === 1 ? 4 : 2)]
    from = to
  }
}

/** The width of the narrowest range that overlaps an interval; at least one does, unless the interval is a gap. */
function narrowest(ranges: readonly Interval[], from: number, to: number): number {
  let width = 1
  for (const [low, high] of ranges) if (low < to && high > from) width = Math.min(width, high - low)
  return width
}
