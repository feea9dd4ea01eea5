/**
 * Compares two conversion rates over strata, such as the phases of an experiment: one statistic gives the p-value, the
 * interval of the difference and that of the uplift, so they never contradict each other. Pure.
 */
import { type Binomial, chiSquareSf, type Interval, zOf } from './statistics.ts'

/** The counts of both variants in a period in which their shares did not change. */
export type Stratum = readonly [first: Binomial, own: Binomial]

/** How a rate compares with the first one. Differences and uplifts compare the weighted rates. */
export interface RateComparison {
  /** Both rates, weighted over the strata. In one stratum, these are the rates themselves. */
  readonly rates: readonly [first: number, own: number]
  /** Whether the sequence has its level: at least 30 clients of each rate converted, and at least 30 did not. */
  readonly enough: boolean
  /** Two-sided. `undefined` without variance: nobody converted, or everybody. */
  readonly p?: number
  readonly difference: Interval
  /** `undefined` while the first rate is 0. */
  readonly uplift?: Uplift
  /** Valid at every look; `undefined` unless `enough`. */
  readonly sequential?: Uplift & { readonly difference: Interval }
}

/** A relative difference, and its interval. */
export interface Uplift {
  readonly uplift: number
  readonly interval: Interval
}

/** How many clients must have converted, and how many not, before a sequence of intervals holds its level. */
const ENOUGH = 30
/** At how many clients of both rates together a sequence is tightest. */
const TUNED_AT = 5000

/**
 * Compares rates in those strata that have clients of both; `undefined` if none has. Strata are weighted by n₁n₀/(n₁+n₀) (Cochran
 * 1954; Mantel and Haenszel 1959). The intervals hold what the score test does not reject (Miettinen and Nurminen 1985; in one
 * stratum, the intervals of Mee 1984 and Koopman 1984); in one stratum, p is that of the pooled z test.
 *
 * @param level What each interval may miss, such as 0.05, divided by `comparisons`: all of them hold together (Bonferroni).
 */
export function compareRates(
  all: readonly Stratum[],
  { level = 0.05, comparisons = 1 }: { readonly level?: number; readonly comparisons?: number } = {},
): RateComparison | undefined {
  const strata = all.filter(([first, own]) => first[1] > 0 && own[1] > 0).map(weighted)
  if (strata.length === 0) return undefined
  const [first, own] = [meanOf(strata, ({ x0, n0 }) => x0 / n0), meanOf(strata, ({ x1, n1 }) => x1 / n1)]
  const z = differenceScore(strata, 0)
  const each = level / comparisons
  const critical = zOf(each)
  const enough = isEnough(strata)
  return {
    rates: [first, own],
    enough,
    ...(hasVariance(strata) && { p: Math.min(1, comparisons * chiSquareSf(z * z, 1)) }),
    difference: differenceWithin(strata, own - first, critical),
    ...(first > 0 && { uplift: upliftWithin(strata, own / first, critical) }),
    ...(enough && { sequential: sequence(strata, [first, own], each) }),
  }
}

/** A stratum with its weight: `x` of `n` clients converted, 0 with the first rate and 1 with the other. */
interface Weighted {
  readonly x0: number
  readonly n0: number
  readonly x1: number
  readonly n1: number
  readonly weight: number
}

const weighted = ([[x0, n0], [x1, n1]]: Stratum): Weighted => ({ x0, n0, x1, n1, weight: (n1 * n0) / (n1 + n0) })

function meanOf(strata: readonly Weighted[], of: (stratum: Weighted) => number): number {
  let [sum, weights] = [0, 0]
  for (const stratum of strata) {
    sum += stratum.weight * of(stratum)
    weights += stratum.weight
  }
  return sum / weights
}

function isEnough(strata: readonly Weighted[]): boolean {
  const sum = (of: (stratum: Weighted) => number) => strata.reduce((total, stratum) => total + of(stratum), 0)
  const least = Math.min(
    ...[sum(({ x0 }) => x0), sum(({ x1 }) => x1)],
    ...[sum(({ x0, n0 }) => n0 - x0), sum(({ x1, n1 }) => n1 - x1)],
  )
  return least >= ENOUGH
}

const hasVariance = (strata: readonly Weighted[]): boolean =>
  strata.some(({ x0, n0, x1, n1 }) => x0 + x1 > 0 && x0 + x1 < n0 + n1)

/**
 * The intervals of a confidence sequence: the same test with the boundary of a normal mixture, which holds at every look (Robbins
 * 1970; asymptotically Waudby-Smith et al. 2021).
 */
function sequence(strata: readonly Weighted[], [first, own]: readonly [number, number], level: number) {
  const clients = strata.reduce((sum, { n0, n1 }) => sum + n0 + n1, 0)
  const tuned = (clients * (-2 * Math.log(level) + Math.log(1 - 2 * Math.log(level)))) / TUNED_AT
  const boundary = Math.sqrt((1 + 1 / tuned) * Math.log((1 + tuned) / level ** 2))
  return {
    ...upliftWithin(strata, own / first, boundary),
    difference: differenceWithin(strata, own - first, boundary),
  }
}

/** The differences that the test does not reject. */
function differenceWithin(strata: readonly Weighted[], difference: number, critical: number): Interval {
  const isKept = (one: number) => Math.abs(differenceScore(strata, one)) <= critical
  return [-1, 1].map((end) => boundOf([difference, end], isKept, 0)) as [number, number]
}

/** The uplifts that the test does not reject; `ratio` is the ratio of the rates. */
function upliftWithin(strata: readonly Weighted[], ratio: number, critical: number): Uplift {
  const isKept = (one: number) => Math.abs(ratioScore(strata, one)) <= critical
  let above = Math.max(1, 2 * ratio)
  while (above < Number.MAX_SAFE_INTEGER && isKept(above)) above *= 2
  const [low, high] = [0, above].map((end) => boundOf([ratio, end], isKept, 1)) as [number, number]
  return { uplift: ratio - 1, interval: [low - 1, high - 1] }
}

const BISECTIONS = 60

/**
 * How far from an estimate the test rejects nothing. With very few clients it may reject a value and keep one beyond: what it says
 * of `none`, no difference, counts, so that the interval has it exactly if the p-value says so.
 */
function boundOf([estimate, end]: Interval, isKept: (one: number) => boolean, none: number): number {
  let [kept, rejected] = [estimate, end]
  if ((none - estimate) * (none - end) < 0) {
    if (isKept(none)) kept = none
    else rejected = none
  }
  if (isKept(rejected)) return rejected
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (kept + rejected) / 2
    if (isKept(middle)) kept = middle
    else rejected = middle
  }
  return kept
}

/** The score z of "the second rate exceeds the first by `by`". */
function differenceScore(strata: readonly Weighted[], by: number): number {
  let [sum, variance] = [0, 0]
  for (const stratum of strata) {
    const { x0, n0, x1, n1, weight } = stratum
    const first = likeliestFirst(stratum, by)
    const own = clamped(first + by)
    sum += weight * (x1 / n1 - x0 / n0 - by)
    variance += weight ** 2 * ((own * (1 - own)) / n1 + (first * (1 - first)) / n0)
  }
  return standardized(sum, variance)
}

/** The score z of "the second rate is `ratio` times the first". */
function ratioScore(strata: readonly Weighted[], ratio: number): number {
  let [sum, variance] = [0, 0]
  for (const { x0, n0, x1, n1, weight } of strata) {
    const linear = n1 * ratio + x1 + n0 + x0 * ratio
    const root = Math.sqrt(Math.max(0, linear ** 2 - 4 * (n0 + n1) * ratio * (x0 + x1)))
    const first = clamped((2 * (x0 + x1)) / (linear + root))
    const own = clamped(first * ratio)
    sum += weight * (x1 / n1 - (ratio * x0) / n0)
    variance += weight ** 2 * ((own * (1 - own)) / n1 + (ratio ** 2 * first * (1 - first)) / n0)
  }
  return standardized(sum, variance)
}

/**
 * The most likely first rate if the other one exceeds it by `by`: the root of a cubic equation within the bounds (Miettinen and
 * Nurminen 1985).
 */
function likeliestFirst({ x0, n0, x1, n1 }: Weighted, by: number): number {
  const [n, x] = [n0 + n1, x0 + x1]
  if (by === 0) return x / n
  const square = ((n1 + 2 * n0) * by - n - x) / n
  const linear = ((n0 * by - n - 2 * x0) * by + x) / n
  const constant = (x0 * by * (1 - by)) / n
  const third = square / 3
  const q = third ** 3 - (third * linear) / 2 + constant / 2
  const size = Math.sqrt(Math.max(0, third ** 2 - linear / 3)) * Math.sign(q)
  const angle = size === 0 ? 0 : Math.acos(Math.max(-1, Math.min(1, q / size ** 3)))
  return clamped(2 * size * Math.cos((Math.PI + angle) / 3) - third, Math.max(0, -by), Math.min(1, 1 - by))
}

const clamped = (rate: number, low = 0, high = 1): number => Math.min(high, Math.max(low, rate))

/** Without variance, any difference is certain. */
const standardized = (sum: number, variance: number): number =>
  sum === 0 ? 0 : variance > 0 ? sum / Math.sqrt(variance) : sum * Number.POSITIVE_INFINITY
