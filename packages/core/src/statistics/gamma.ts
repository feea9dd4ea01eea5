/**
 * The gamma function and its incomplete integral, after the Digital Library of Mathematical Functions
 * (https://dlmf.nist.gov).
 */

const EPSILON = 1e-15
const TINY = 1e-300
const MOST_TERMS = 10_000

/**
 * Returns the regularized upper incomplete gamma function Q(s, x) (DLMF 8.2.4): below s + 1 by the series of P (DLMF
 * 8.7.1), above by the continued fraction (DLMF 8.9.2), evaluated with Lentz's method as amended by Thompson and
 * Barnett (1986).
 */
export function upperGamma(s: number, x: number): number {
  if (x <= 0) return 1
  const front = Math.exp(s * Math.log(x) - x - logGamma(s))
  return x < s + 1 ? 1 - front * lowerSeries(s, x) : front * upperFraction(s, x)
}

function lowerSeries(s: number, x: number): number {
  let term = 1 / s
  let sum = term
  for (let n = 1; n < MOST_TERMS && term > sum * EPSILON; n++) {
    term *= x / (s + n)
    sum += term
  }
  return sum
}

function upperFraction(s: number, x: number): number {
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
  return value
}

const guard = (x: number): number => (Math.abs(x) < TINY ? TINY : x)

/**
 * Returns ln Γ(x) for x > 0 by Stirling's series (DLMF 5.11.1), after as many steps of the recurrence (DLMF 5.5.1) as
 * precision requires.
 */
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
