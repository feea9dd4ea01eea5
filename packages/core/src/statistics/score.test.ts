import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../experiments/experiments.fixture.ts'
import { beliefs } from './bayes.ts'
import { effectiveCounts } from './effective-counts.ts'
import { compareRates, type Stratum } from './score.ts'
import { type Binomial, type Interval, zOf } from './statistics.ts'
import { statistics as oracle } from './vectors.ts'

const count = (pair: readonly number[]) => pair as unknown as Binomial
const close = (found: number | undefined, expected: number) =>
  expect(Math.abs(found! - expected), `${found} instead of ${expected}`).toBeLessThan(
    1e-9 * Math.max(1, Math.abs(expected)),
  )
const holds = ([low, high]: Interval, value: number) => low <= value && value <= high

/** Counts of one rate. */
const rate = fc.tuple(fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true })).map(([more, share]): Binomial => {
  const clients = more + 1
  return [Math.round(clients * share), clients]
})
const strata = fc.array(fc.tuple(rate, rate), { minLength: 1, maxLength: 6 })

describe('rates are compared', () => {
  it.each(oracle.score)('as $A and $B are by other implementations', ({ A, B, p, difference, ratio }) => {
    const found = compareRates([[count(A), count(B)]])
    close(found?.p, p)
    for (const [i, end] of difference.entries()) close(found?.difference[i], end)
    for (const [i, end] of ratio.entries()) close(found!.uplift!.interval[i]! + 1, end)
  })

  it('over strata as by numeric inversion of the likelihood', () => {
    const { strata: pairs, p, difference, uplift } = oracle.stratifiedScore
    const found = compareRates(pairs.map(([first, own]): Stratum => [count(first!), count(own!)]))
    close(found?.p, p)
    for (const [i, end] of difference.entries()) expect(found?.difference[i]).toBeCloseTo(end, 7)
    for (const [i, end] of uplift.entries()) expect(found?.uplift?.interval[i]).toBeCloseTo(end, 7)
  })

  it('so that p, difference and uplift never contradict each other, and nothing leaves what is possible', () => {
    fc.assert(
      fc.property(strata, fc.integer({ min: 1, max: 5 }), (all, comparisons) => {
        const { p, difference, uplift, sequential, rates } = compareRates(all, { comparisons })!
        const isSurprising = p !== undefined && p < 0.05
        // At the boundary itself, rounding decides.
        fc.pre(p === undefined || Math.abs(p - 0.05) > 1e-9)
        expect(holds(difference, 0)).toBe(!isSurprising)
        if (uplift) expect(holds(uplift.interval, 0)).toBe(!isSurprising)
        expect(difference[0]).toBeGreaterThanOrEqual(-1)
        expect(difference[1]).toBeLessThanOrEqual(1)
        expect(holds(difference, rates[1] - rates[0])).toBe(true)
        for (const one of [uplift, sequential]) {
          if (!one) continue
          expect(one.interval[0]).toBeGreaterThanOrEqual(-1)
          expect(Number.isFinite(one.interval[1])).toBe(true)
          expect(holds(one.interval, one.uplift)).toBe(true)
        }
        if (!sequential) return
        expect(holds(sequential.difference, 0)).toBe(holds(sequential.interval, 0))
        expect(sequential.difference[0]).toBeLessThanOrEqual(difference[0])
        expect(sequential.difference[1]).toBeGreaterThanOrEqual(difference[1])
      }),
      { numRuns: 1000 },
    )
  })

  it('the same when the rates are exchanged', () => {
    fc.assert(
      fc.property(strata, (all) => {
        const [one, other] = [all, all.map(([first, own]): Stratum => [own, first])].map((each) => compareRates(each)!)
        expect(other!.p).toBe(one!.p)
        expect(other!.difference[0]).toBeCloseTo(-one!.difference[1], 7)
        expect(other!.difference[1]).toBeCloseTo(-one!.difference[0], 7)
      }),
    )
  })

  it('within strata only: shares that change make no difference of none', () => {
    const ramp: Stratum[] = [
      [
        [100, 1000],
        [100, 1000],
      ],
      [
        [60, 200],
        [540, 1800],
      ],
    ]
    const found = compareRates(ramp)!
    expect(found.p).toBe(1)
    expect(found.uplift!.uplift).toBeCloseTo(0, 12)
    const pooled = compareRates([
      [
        [160, 1200],
        [640, 2800],
      ],
    ])!
    expect(pooled.p).toBeLessThan(1e-9)
  })

  it('not without clients of both, and without a p-value if nobody converted', () => {
    expect(
      compareRates([
        [
          [0, 10],
          [0, 0],
        ],
      ]),
    ).toBeUndefined()
    const nobody = compareRates([
      [
        [0, 100],
        [0, 100],
      ],
    ])!
    expect(nobody).toMatchObject({ enough: false, rates: [0, 0] })
    expect(nobody).not.toHaveProperty('p')
    expect(nobody).not.toHaveProperty('uplift')
    expect(nobody.difference[1]).toBeCloseTo(0.037, 3)
  })

  it.each<[Binomial, Binomial, boolean]>([
    [[30, 60], [30, 60], true],
    [[29, 60], [31, 60], false],
    [[30, 60], [31, 60], false],
    [[30, 60], [0, 1000], false],
  ])('%j and %j by a sequence: %s', (first, own, enough) => {
    const found = compareRates([[first, own]])!
    expect(found.enough).toBe(enough)
    expect(found.sequential !== undefined).toBe(enough)
  })

  it('at a level that several comparisons divide', () => {
    const pair: Stratum = [
      [100, 1000],
      [130, 1000],
    ]
    const [one, three] = [1, 3].map((comparisons) => compareRates([pair], { comparisons })!)
    expect(three!.p).toBeCloseTo(3 * one!.p!, 12)
    expect(three!.difference[0]).toBeLessThan(0)
    expect(zOf(0.05 / 3)).toBeCloseTo(2.3939797998185104, 9)
  })
})

describe('effective counts', () => {
  it('are those of the only stratum', () => {
    expect(
      effectiveCounts([
        [
          [1, 10],
          [2, 10],
        ],
        [
          [5, 5],
          [0, 0],
        ],
      ]),
    ).toEqual([
      [1, 10],
      [2, 10],
    ])
    expect(
      effectiveCounts([
        [
          [1, 10],
          [0, 0],
        ],
      ]),
    ).toBeUndefined()
  })

  it('are nearly the sums where the strata are alike', () => {
    const [first] = effectiveCounts([
      [
        [100, 1000],
        [100, 1000],
      ],
      [
        [100, 1000],
        [100, 1000],
      ],
    ])!
    expect(first![0]).toBeCloseTo(200, 9)
    expect(first![1]).toBeCloseTo(2000, 9)
  })

  it('are certain where everybody converts, and give figures', () => {
    const strata: Binomial[][] = [
      [
        [2, 5],
        [1, 1],
      ],
      [
        [1, 1],
        [5, 5],
      ],
    ]
    const [, all] = effectiveCounts(strata)!
    expect(all![0]).toBe(all![1])
    for (const one of atOnce(beliefs(effectiveCounts(strata)!))) {
      expect(one.probabilityBest).toBeGreaterThanOrEqual(0)
      expect(one.expectedLoss).toBeGreaterThanOrEqual(0)
      expect(one.credible[1]).toBeGreaterThan(0.5)
    }
  })

  it('give figures for any strata', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(rate, rate, rate), { minLength: 2, maxLength: 4 }), (all) => {
        for (const { probabilityBest, expectedLoss, credible } of atOnce(beliefs(effectiveCounts(all)!)))
          for (const figure of [probabilityBest, expectedLoss, ...credible]) expect(Number.isFinite(figure)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('have clients where nobody converts', () => {
    const [none] = effectiveCounts([
      [
        [0, 100],
        [1, 100],
      ],
      [
        [0, 300],
        [1, 100],
      ],
    ])!
    expect(none![0]).toBe(0)
    expect(none![1]).toBeGreaterThan(100)
  })
})
