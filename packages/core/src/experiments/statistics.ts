/** The statistics of experiments: pure functions of counts. `[converted, clients]` is a binomial count. */

/** So many clients converted, of so many. */
export type Binomial = readonly [converted: number, clients: number]
/** From, to. */
export type Interval = readonly [low: number, high: number]

const Z95 = 1.959963984540054
const Z80 = 0.8416212335729143
const ALPHA = 0.05

const rate = ([converted, clients]: Binomial): number => (clients === 0 ? 0 : converted / clients)

/** The 95 % score interval of a rate (Wilson 1927). */
export function wilson95([converted, clients]: Binomial): Interval {
  if (clients === 0) return [0, 1]
  const p = converted / clients
  const z2 = Z95 ** 2 / clients
  const middle = (p + z2 / 2) / (1 + z2)
  const half = (Z95 / (1 + z2)) * Math.sqrt((p * (1 - p)) / clients + z2 / (4 * clients))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** The two-proportion z test with pooled variance: z and its two-sided p; the 95 % interval of the difference b − a is unpooled (Wald). `undefined` without clients or without variance. */
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

/** The uplift of b relative to a, b/a − 1, and its standard error by the delta method. `undefined` while a has no conversions. */
export function relativeUplift(a: Binomial, b: Binomial): { uplift: number; error: number } | undefined {
  const [pa, pb] = [rate(a), rate(b)]
  if (pa === 0 || b[1] === 0) return undefined
  return { uplift: pb / pa - 1, error: Math.sqrt(varianceOf(b) / pa ** 2 + (varianceOf(a) * pb ** 2) / pa ** 4) }
}

/** The uplift of b relative to a with its 95 % interval. */
export function uplift95(a: Binomial, b: Binomial): { uplift: number; interval: Interval } | undefined {
  const found = relativeUplift(a, b)
  return found && { uplift: found.uplift, interval: around(found.uplift, Z95 * found.error) }
}

/** The same with a 95 % interval that holds at every look, however often one looks: an asymptotic confidence sequence (Waudby-Smith et al. 2021), tightest near `tuning` clients. */
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

/** How many clients each of two variants takes to show an effect on a base rate: two-sided α 0.05, power 0.8. */
export function sampleSizePerArm(base: number, effect: number): number {
  const other = base + effect
  const [v0, v1] = [base * (1 - base), other * (1 - other)]
  return Math.round((Z95 * Math.sqrt(2 * v0) + Z80 * Math.sqrt(v0 + v1)) ** 2 / effect ** 2)
}

/** Pearson's χ² of observed counts against shares of traffic (Fabijan et al. 2019 on sample ratio mismatch). */
export function chiSquare(observed: readonly number[], traffic: readonly number[]): { chi2: number; df: number } {
  const total = observed.reduce((sum, count) => sum + count, 0)
  const shares = traffic.reduce((sum, share) => sum + share, 0)
  const cells = observed.flatMap((count, i) => {
    const expected = (total * (traffic[i] ?? 0)) / shares
    return expected > 0 ? [(count - expected) ** 2 / expected] : []
  })
  return { chi2: cells.reduce((sum, cell) => sum + cell, 0), df: Math.max(0, cells.length - 1) }
}

/** The probability of a χ² as large, or larger. */
export const chiSquareSf = (chi2: number, df: number): number => (df === 0 ? 1 : upperGamma(df / 2, chi2 / 2))

/** The probability that each variant is the best, under uniform priors: ∫ fᵢ ∏ Fⱼ. */
export function probabilityBest(counts: readonly Binomial[]): number[] {
  const posteriors = counts.map(posterior)
  return posteriors.map((own, i) => {
    const others = posteriors.filter((_, j) => j !== i)
    return integrate(rangeOf([own]), (x) =>
      others.reduce((product, other) => product * betaCdf(x, other), betaDensity(x, own)),
    )
  })
}

/** What choosing each variant costs in expectation, as a rate, if another is better: ∫ Fᵢ (1 − ∏ Fⱼ). */
export function expectedLoss(counts: readonly Binomial[]): number[] {
  const posteriors = counts.map(posterior)
  const range = rangeOf(posteriors)
  return posteriors.map((own, i) => {
    const others = posteriors.filter((_, j) => j !== i)
    return integrate(
      range,
      (x) => betaCdf(x, own) * (1 - others.reduce((product, other) => product * betaCdf(x, other), 1)),
    )
  })
}

/** The 95 % credible interval of a rate under a uniform prior, equal tails. */
export function credible95(count: Binomial): Interval {
  const own = posterior(count)
  return [betaQuantile(ALPHA / 2, own), betaQuantile(1 - ALPHA / 2, own)]
}

interface Beta {
  readonly a: number
  readonly b: number
  /** −ln B(a, b). */
  readonly scale: number
}

function posterior([converted, clients]: Binomial): Beta {
  const a = 1 + converted
  const b = 1 + clients - converted
  return { a, b, scale: logGamma(a + b) - logGamma(a) - logGamma(b) }
}

const betaDensity = (x: number, { a, b, scale }: Beta): number =>
  x <= 0 || x >= 1
    ? (x <= 0 ? a : b) > 1
      ? 0
      : Math.exp(scale)
    : Math.exp(scale + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x))

/** The regularized incomplete beta function, by its continued fraction on the side where that converges. */
function betaCdf(x: number, { a, b, scale }: Beta): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b
}

const EPSILON = 1e-15
const TINY = 1e-300
const MOST_TERMS = 10_000

/** Evaluates 1 / (1 + d₁ / (1 + d₂ / (1 + …))) by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m < MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / guard(1 + even * d)
    c = guard(1 + even / c)
    value *= c * d
    d = 1 / guard(1 + odd * d)
    c = guard(1 + odd / c)
    value *= c * d
    if (Math.abs(c * d - 1) < EPSILON) break
  }
  return value
}

const guard = (x: number): number => (Math.abs(x) < TINY ? TINY : x)

function betaQuantile(p: number, own: Beta): number {
  let [low, high] = [0, 1]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (betaCdf(middle, own) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Where all but a negligible part of these distributions is. */
function rangeOf(all: readonly Beta[]): Interval {
  const ends = all.map(({ a, b }): Interval => {
    const mean = a / (a + b)
    const reach = 12 * Math.sqrt((mean * (1 - mean)) / (a + b + 1))
    return [Math.max(0, mean - reach), Math.min(1, mean + reach)]
  })
  return [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))]
}

const PANELS = 1000

/** Simpson's rule. */
function integrate([from, to]: Interval, f: (x: number) => number): number {
  const step = (to - from) / PANELS
  let sum = f(from) + f(to)
  for (let i = 1; i < PANELS; i++) sum += f(from + i * step) * (i % 2 === 1 ? 4 : 2)
  return (sum * step) / 3
}

/** The regularized upper incomplete gamma function: by series below s + 1, by continued fraction above. */
function upperGamma(s: number, x: number): number {
  if (x <= 0) return 1
  const front = Math.exp(s * Math.log(x) - x - logGamma(s))
  if (x < s + 1) {
    let term = 1 / s
    let sum = term
    for (let n = 1; n < MOST_TERMS && term > sum * EPSILON; n++) {
      term *= x / (s + n)
      sum += term
    }
    return 1 - front * sum
  }
  let b = x + 1 - s
  let c = 1 / TINY
  let d = 1 / b
  let value = d
  for (let n = 1; n < MOST_TERMS; n++) {
    const numerator = -n * (n - s)
    b += 2
    d = 1 / guard(numerator * d + b)
    c = guard(b + numerator / c)
    value *= c * d
    if (Math.abs(c * d - 1) < EPSILON) break
  }
  return front * value
}

/** ln Γ(x) for x > 0: Stirling's series, behind as many steps of the recurrence as it needs to be exact. */
export function logGamma(x: number): number {
  let shifted = x
  let product = 1
  while (shifted < 15) product *= shifted++
  const inverse = 1 / shifted
  const square = inverse * inverse
  const series =
    inverse *
    (1 / 12 -
      square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (square * 691) / 360360)))))
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
}
