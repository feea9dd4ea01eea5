/** Confidence intervals and tests for conversion rates, as pure functions of counts. */
import { upperGamma } from './gamma.ts'

/** How many clients converted, of how many. */
export type Binomial = readonly [converted: number, clients: number]
/** Lower and upper bound. */
export type Interval = readonly [low: number, high: number]

const Z95 = 1.959963984540054
const Z80 = 0.8416212335729143
const ALPHA = 0.05

const rate = ([converted, clients]: Binomial): number => (clients === 0 ? 0 : converted / clients)

/** Returns the 95 % score interval of a rate (Wilson 1927); [0, 1] without clients. */
export function wilson95([converted, clients]: Binomial): Interval {
  if (clients === 0) return [0, 1]
  const p = converted / clients
  const z2 = Z95 ** 2 / clients
  const middle = (p + z2 / 2) / (1 + z2)
  const half = (Z95 / (1 + z2)) * Math.sqrt((p * (1 - p)) / clients + z2 / (4 * clients))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/**
 * The z test of two proportions: z and its two-sided p with pooled variance, and the unpooled (Wald) 95 % interval of
 * the difference b − a (Agresti, Categorical Data Analysis, 3.1). `undefined` without clients or without variance.
 */
export function twoProportionZ(a: Binomial, b: Binomial): { z: number; p: number; interval: Interval } | undefined {
  const [clientsA, clientsB] = [a[1], b[1]]
  const pooled = (a[0] + b[0]) / (clientsA + clientsB)
  const variance = pooled * (1 - pooled) * (1 / clientsA + 1 / clientsB)
  if (!(variance > 0) || clientsA === 0 || clientsB === 0) return undefined
  const difference = rate(b) - rate(a)
  const z = difference / Math.sqrt(variance)
  const half = Z95 * Math.sqrt(varianceOf(a) + varianceOf(b))
  return { z, p: chiSquareSf(z * z, 1), interval: [difference - half, difference + half] }
}

const varianceOf = (count: Binomial): number => (rate(count) * (1 - rate(count))) / count[1]

/**
 * The relative uplift of b over a, b/a − 1, and its standard error by the delta method (Deng, Knoblich and Lu 2018),
 * with the variance p(1 − p) of a conversion. `undefined` while a has no conversions or b has no clients, and while the
 * error is 0, because b has no conversions or everybody converted: an interval without width would look like certainty.
 */
export function relativeUplift(a: Binomial, b: Binomial): { uplift: number; error: number } | undefined {
  const [pa, pb] = [rate(a), rate(b)]
  if (pa === 0 || b[1] === 0) return undefined
  const error = Math.sqrt(varianceOf(b) / pa ** 2 + (varianceOf(a) * pb ** 2) / pa ** 4)
  return error === 0 ? undefined : { uplift: pb / pa - 1, error }
}

/** The relative uplift of b over a with its 95 % interval, which is valid for a single look at the data. */
export function uplift95(a: Binomial, b: Binomial): { uplift: number; interval: Interval } | undefined {
  const found = relativeUplift(a, b)
  return found && { uplift: found.uplift, interval: around(found.uplift, Z95 * found.error) }
}

/**
 * The relative uplift of b over a with a 95 % interval that stays valid however often the data is looked at: the
 * asymptotic confidence sequence of Waudby-Smith et al. (2021), tightest near `tuning` clients in both variants
 * together.
 */
export function sequentialUplift95(
  a: Binomial,
  b: Binomial,
  tuning = 5000,
): { uplift: number; interval: Interval } | undefined {
  const found = relativeUplift(a, b)
  if (!found) return undefined
  const clients = a[1] + b[1]
  const rho2 = (-2 * Math.log(ALPHA) + Math.log(-2 * Math.log(ALPHA) + 1)) / tuning
  const width = ((2 * (clients * rho2 + 1)) / (clients * rho2)) * Math.log(Math.sqrt(clients * rho2 + 1) / ALPHA)
  return { uplift: found.uplift, interval: around(found.uplift, found.error * Math.sqrt(width)) }
}

const around = (middle: number, half: number): Interval => [middle - half, middle + half]

/**
 * Returns how many clients each of two variants needs to detect `effect`, a difference of rates, on a base rate:
 * two-sided α 0.05, power 0.8, no continuity correction (Fleiss, Statistical Methods for Rates and Proportions, 4.2,
 * its first term with 2pq).
 */
export function sampleSizePerArm(base: number, effect: number): number {
  const other = base + effect
  const [v0, v1] = [base * (1 - base), other * (1 - other)]
  return Math.round((Z95 * Math.sqrt(2 * v0) + Z80 * Math.sqrt(v0 + v1)) ** 2 / effect ** 2)
}

/**
 * Pearson's χ² of observed counts against traffic shares, and its degrees of freedom: the test for a sample ratio
 * mismatch (Fabijan et al. 2019). Variants without traffic are left out.
 */
export function chiSquare(observed: readonly number[], traffic: readonly number[]): { chi2: number; df: number } {
  const cells = traffic.flatMap((share, i) => (share > 0 ? [{ share, count: observed[i] ?? 0 }] : []))
  const total = cells.reduce((sum, { count }) => sum + count, 0)
  const shares = cells.reduce((sum, { share }) => sum + share, 0)
  if (total === 0) return { chi2: 0, df: 0 }
  const chi2 = cells.reduce((sum, { share, count }) => {
    const expected = (total * share) / shares
    return sum + (count - expected) ** 2 / expected
  }, 0)
  return { chi2, df: Math.max(0, cells.length - 1) }
}

/** Returns the probability of a χ² at least this large: Q(df/2, χ²/2) (DLMF 8.2.4). */
export const chiSquareSf = (chi2: number, df: number): number => (df === 0 ? 1 : upperGamma(df / 2, chi2 / 2))
