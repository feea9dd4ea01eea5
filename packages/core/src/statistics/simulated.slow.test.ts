import { expect, it } from 'vitest'
import { compareRates, type Stratum } from './score.ts'

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const binomial = (random: () => number, clients: number, rate: number): number => {
  let converted = 0
  for (let n = 0; n < clients; n++) if (random() < rate) converted++
  return converted
}

const RUNS = 300

it.each([0.005, 0.01, 0.02, 0.05, 0.1, 0.5])(
  'a sequence that is looked at every 50 clients finds a difference in at most 5 of 100 experiments without one, at a rate of %d',
  (rate) => {
    let wrong = 0
    for (let run = 0; run < RUNS; run++) {
      const random = seeded(run)
      const converted = [0, 0]
      for (let clients = 25; clients <= 20_000; clients += 25) {
        for (const side of [0, 1]) converted[side]! += binomial(random, 25, rate)
        const z = roughly(converted, clients)
        // The boundary is never below 2.5, so only surprising looks need the interval.
        if (z < 2.5) continue
        const pair: Stratum = [
          [converted[0]!, clients],
          [converted[1]!, clients],
        ]
        const { sequential } = compareRates([pair])!
        if (sequential && (sequential.interval[0] > 0 || sequential.interval[1] < 0)) {
          wrong++
          break
        }
      }
    }
    console.log(`${rate * 100} % convert: wrong in ${((wrong / RUNS) * 100).toFixed(1)} %`)
    expect(wrong / RUNS).toBeLessThanOrEqual(0.05)
  },
)

/** The pooled z of two rates of as many clients. */
function roughly([first, second]: readonly number[], clients: number): number {
  const pooled = (first! + second!) / (2 * clients)
  const variance = (2 * pooled * (1 - pooled)) / clients
  return variance === 0 ? 0 : Math.abs(first! - second!) / clients / Math.sqrt(variance)
}

type Plan = readonly (readonly [first: number, own: number, rate: number])[]

const plans: readonly (readonly [name: string, plan: Plan])[] = [
  [
    'half each at 10 %, then 10 to 90 at 30 %',
    [
      [1000, 1000, 0.1],
      [200, 1800, 0.3],
    ],
  ],
  [
    'a ramp of 1, 25 and 50 %',
    [
      [9900, 100, 0.02],
      [3000, 1000, 0.06],
      [2000, 2000, 0.04],
    ],
  ],
  [
    '20 phases of 100 clients',
    Array.from({ length: 20 }, (_, i) => [10 + 4 * i, 90 - 4 * i, 0.05 + 0.02 * i] as const),
  ],
]

it.each(plans)(
  'intervals over phases contain the truth in 94 to 96 of 100 experiments, pooled ones hardly ever: %s',
  (_, plan) => {
    const runs = 3000
    let [covered, pooled] = [0, 0]
    for (let run = 0; run < runs; run++) {
      const random = seeded(run)
      const strata = plan.map(
        ([n0, n1, rate]): Stratum => [
          [binomial(random, n0, rate), n0],
          [binomial(random, n1, rate), n1],
        ],
      )
      const holds = (all: readonly Stratum[]) => compareRates(all)!.p! >= 0.05
      if (holds(strata)) covered++
      const sum = (side: 0 | 1, of: 0 | 1) => strata.reduce((total, one) => total + one[side][of], 0)
      if (
        holds([
          [
            [sum(0, 0), sum(0, 1)],
            [sum(1, 0), sum(1, 1)],
          ],
        ])
      )
        pooled++
    }
    console.log(`apart ${((covered / runs) * 100).toFixed(1)} %, pooled ${((pooled / runs) * 100).toFixed(1)} %`)
    // The standard error is 0.4 points.
    expect(covered / runs).toBeGreaterThan(0.938)
    expect(covered / runs).toBeLessThan(0.962)
    expect(pooled / runs).toBeLessThan(0.1)
  },
)

it('a ramp of equal variants that is looked at every 50 clients has no winner in 95 of 100 experiments', () => {
  let wrong = 0
  const runs = 200
  for (let run = 0; run < runs; run++) {
    const random = seeded(1000 + run)
    const strata: [[number, number], [number, number]][] = []
    let isWrong = false
    for (const [share, rate] of [
      [0.05, 0.03],
      [0.25, 0.09],
      [0.5, 0.05],
    ] as const) {
      const stratum: [[number, number], [number, number]] = [
        [0, 0],
        [0, 0],
      ]
      strata.push(stratum)
      for (let n = 1; n <= 6000; n++) {
        const side = stratum[random() < share ? 1 : 0]!
        side[1]++
        if (random() < rate) side[0]++
        if (n % 50 > 0) continue
        const sequence = compareRates(strata)?.sequential?.interval
        isWrong ||= sequence !== undefined && (sequence[0] > 0 || sequence[1] < 0)
      }
    }
    if (isWrong) wrong++
  }
  console.log(`a ramp without a difference: wrong in ${((wrong / runs) * 100).toFixed(1)} %`)
  expect(wrong / runs).toBeLessThanOrEqual(0.05)
})
