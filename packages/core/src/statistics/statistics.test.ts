import { describe, expect, it } from 'vitest'
import { atOnce } from '../experiments/experiments.fixture.ts'
import { beliefs as beliefsInSteps } from './bayes.ts'
import { logGamma } from './gamma.ts'
import { type Binomial, chiSquare, chiSquareSf, sampleSizePerArm, wilson95 } from './statistics.ts'
import { statistics as oracle } from './vectors.ts'

const beliefs = (counts: readonly Binomial[]) => atOnce(beliefsInSteps(counts))
const count = (pair: number[]) => pair as unknown as Binomial
/** Expects a value to agree to the number of significant digits that the oracle gives. */
function agrees(value: number | undefined, expected: number, digits: number) {
  expect(value).toBeDefined()
  expect(Math.abs((value as number) - expected)).toBeLessThanOrEqual(
    Math.abs(expected) * 0.6 * 10 ** (1 - digits) + 1e-12,
  )
}

describe('the statistics reproduce their oracles', () => {
  it.each(oracle.chiSquareSf)('chi-square %d with %d degrees of freedom has p %d', (chi2, df, p) => {
    expect(chiSquareSf(chi2 as number, df as number)).toBeCloseTo(p as number, 4)
  })
  it.each(oracle.sampleRatioMismatch)('sample ratio mismatch of $observed at $traffic', ({ observed, traffic, p }) => {
    const { chi2, df } = chiSquare(observed, traffic)
    agrees(chiSquareSf(chi2, df), p, 3)
  })
  it.each(oracle.probabilityBBeatsA)('probability that $B beats $A', ({ A, B, p }) => {
    expect(beliefs([count(A), count(B)])[1]?.probabilityBest).toBeCloseTo(p, 6)
  })
  it.each(oracle.expectedLossOfB)('expected loss of $B against $A', ({ A, B, loss }) => {
    agrees(beliefs([count(A), count(B)])[1]?.expectedLoss, loss, 6)
  })
  it.each(oracle.probabilityBest)('probability to be the best of $counts', ({ counts, p, tolerance }) => {
    for (const [i, own] of beliefs(counts.map(count)).entries())
      expect(Math.abs(own.probabilityBest - (p[i] as number))).toBeLessThan(tolerance)
  })
  it.each(oracle.credible95)('credible interval of $count', ({ count: pair, interval }) => {
    for (const [i, end] of beliefs([count(pair)])[0]!.credible.entries())
      expect(end).toBeCloseTo(interval[i] as number, 5)
  })
  it.each(oracle.wilson95)('score interval of $count', ({ count: pair, interval }) => {
    for (const [i, end] of wilson95(count(pair)).entries()) expect(end).toBeCloseTo(interval[i] as number, 5)
  })
  it.each(oracle.sampleSizePerArm)('$base and an effect of $effect take $n clients an arm', ({ base, effect, n }) => {
    expect(sampleSizePerArm(base, effect)).toBe(n)
  })
})

describe('the statistics at their edges', () => {
  it('are undefined without clients', () => {
    expect(wilson95([0, 0])).toEqual([0, 1])
    for (const { probabilityBest } of beliefs([
      [0, 0],
      [0, 0],
      [0, 0],
    ]))
      expect(probabilityBest).toBeCloseTo(1 / 3, 6)
  })
  it('stay probabilities with ten million clients', () => {
    const best = beliefs([
      [1_000_000, 10_000_000],
      [1_001_000, 10_000_000],
      [0, 10_000_000],
    ]).map(({ probabilityBest }) => probabilityBest)
    expect(best.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    expect(best[1]).toBeCloseTo(0.7719, 3)
    expect(best[2]).toBeCloseTo(0, 12)
  })
  it('compare a few clients with very many', () => {
    const [few, many] = beliefs([
      [3, 9],
      [5_000_000, 10_000_000],
    ])
    // P(Beta(4, 7) > 0.5), a binomial tail: at most 3 of 10.
    expect(few?.probabilityBest).toBeCloseTo((1 + 10 + 45 + 120) / 1024, 5)
    expect(many?.probabilityBest).toBeCloseTo(1 - 176 / 1024, 5)
  })
  it('are exact for polynomials', () => {
    const [none, one] = beliefs([
      [0, 3],
      [3, 3],
    ])
    // Beta(1, 4) and Beta(4, 1): the two losses differ by the difference of the means.
    expect(none?.probabilityBest).toBeCloseTo(1 / 70, 9)
    expect(one?.probabilityBest).toBeCloseTo(69 / 70, 9)
    expect(none!.expectedLoss - one!.expectedLoss).toBeCloseTo(4 / 5 - 1 / 5, 9)
    expect(none?.credible[1]).toBeCloseTo(1 - 0.025 ** 0.25, 9)
  })
  it('compare a thousand rates in moderately many steps', () => {
    const counts = Array.from({ length: 1000 }, (_, n): Binomial => [n % 37, 100 + n])
    const steps = beliefsInSteps(counts)
    let taken = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) taken++
    expect(taken).toBeLessThan(20_000)
    expect(step.value.reduce((sum, { probabilityBest }) => sum + probabilityBest, 0)).toBeCloseTo(1, 9)
    expect(step.value[36]!.probabilityBest).toBeGreaterThan(0.1) // 36 of 136
    expect(step.value[37]!.probabilityBest).toBeLessThan(1e-6) // 0 of 137
  })
  it('are precise for rates near zero', () => {
    const [rare] = beliefs([[0, 1_000_000]])
    expect(rare?.probabilityBest).toBe(1)
    expect(rare!.credible[1] * 1_000_001).toBeCloseTo(-Math.log(0.025), 4)
  })
  it('leave out variants without traffic', () => {
    expect(chiSquare([1, 99], [0, 1])).toEqual({ chi2: 0, df: 0 })
    expect(chiSquare([100, 100, 50], [0.5, 0.5, 0])).toEqual({ chi2: 0, df: 1 })
    expect(chiSquare([0, 0], [0.5, 0.5])).toEqual({ chi2: 0, df: 0 })
  })
  it('compute factorials', () => {
    for (const [n, factorial] of [
      [1, 1],
      [5, 24],
      [11, 3_628_800],
      [21, 2_432_902_008_176_640_000],
    ] as const)
      expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 12)
  })
})
