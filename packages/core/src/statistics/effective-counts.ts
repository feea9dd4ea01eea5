import type { Binomial } from './statistics.ts'

/** Sums of weights miss 1 by rounding. */
const EDGE = 1e-12

/**
 * Counts of one stratum that say about several rates what strata say together: the weighted rates, and as many clients as would
 * give them the same variance. Strata without clients of one of the rates are left out; `undefined` if none is left.
 */
export function effectiveCounts(strata: readonly (readonly Binomial[])[]): Binomial[] | undefined {
  const used = strata.filter((counts) => counts.every(([, clients]) => clients > 0))
  const [only] = used
  if (!only) return undefined
  if (used.length === 1) return [...only]
  const raw = used.map((counts) => 1 / counts.reduce((sum, [, clients]) => sum + 1 / clients, 0))
  const total = raw.reduce((sum, weight) => sum + weight, 0)
  const weights = raw.map((weight) => weight / total)
  return only.map((_, i): Binomial => {
    let [rate, variance, spread] = [0, 0, 0]
    for (const [k, weight] of weights.entries()) {
      const [converted, clients] = used[k]![i]!
      const one = converted / clients
      rate += weight * one
      variance += (weight ** 2 * one * (1 - one)) / clients
      spread += weight ** 2 / clients
    }
    if (variance > 0) {
      const clients = (rate * (1 - rate)) / variance
      return [rate * clients, clients]
    }
    // Nobody converted, or everybody in some strata and nobody in others.
    const clients = 1 / spread
    return [rate < EDGE ? 0 : rate > 1 - EDGE ? clients : rate * clients, clients]
  })
}
