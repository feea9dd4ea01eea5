/** Confidence intervals and tests for conversion rates, as pure functions of counts. */
import { upperGamma } from './gamma.ts'

/** How many clients converted, of how many. */
export type Binomial = readonly [converted: number, clients: number]
/** Lower and upper bound. */
export type Interval = readonly [low: number, high: number]

const Z95 = 1.959963984540054
const Z80 = 0.8416212335729143

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
 * Returns how many clients each of two variants needs to detect `effect`, a difference of rates, on a base rate:
 * two-sided α 0.05 (`z` is its quantile), power 0.8, no continuity correction (Fleiss, Statistical Methods for Rates and Proportions, 4.2,
 * its first term with 2pq).
 */
export function sampleSizePerArm(base: number, effect: number, z = Z95): number {
  const other = base + effect
  const [v0, v1] = [base * (1 - base), other * (1 - other)]
  return Math.round((z * Math.sqrt(2 * v0) + Z80 * Math.sqrt(v0 + v1)) ** 2 / effect ** 2)
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

const BISECTIONS = 60

/** The value that the absolute value of a standard normal variable exceeds with a probability. */
export function zOf(level: number): number {
  if (level === 0.05) return Z95
  let [low, high] = [0, 40]
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2
    if (chiSquareSf(middle * middle, 1) > level) low = middle
    else high = middle
  }
  return high
}
