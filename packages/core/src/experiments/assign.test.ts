import { describe, expect, it } from 'vitest'
import { bucketBounds } from '../machine/secrets/hash.ts'
import { balanced } from '../statistics/vectors.ts'
import { assignments } from './assign.ts'
import { atOnce } from './experiments.fixture.ts'
import { emptyTally } from './recording/tally.ts'
import { sampleRatioMismatch } from './results/results.ts'

const LETTERS = 'ABC'
const variantsOf = (traffic: readonly number[]) => traffic.map((share, i) => ({ id: LETTERS[i]!, traffic: share }))

describe('a balanced assignment', () => {
  it.each(balanced)('of $traffic gives 20 clients $first20', ({ traffic, first20 }) => {
    const bound = traffic.map(() => 0)
    const given = Array.from({ length: 20 }, () => {
      const chosen = assignments.balanced({ experimentId: 'e', clientId: 'c', variants: variantsOf(traffic), bound })
      bound[chosen]!++
      return LETTERS[chosen]
    })
    expect(given.join('')).toBe(first20)
  })
})

describe('an assignment by hash', () => {
  const choose = (experimentId: string, clientId: string, traffic: readonly number[]) =>
    assignments.hash({ experimentId, clientId, variants: variantsOf(traffic), bound: [] })

  it('has bounds that are integers and end at the last bucket', () => {
    expect(bucketBounds([1 / 3, 1 / 3, 1 / 3])).toEqual([33_333, 66_667, 100_000])
    expect(bucketBounds([0.1, 0.2, 0.7])).toEqual([10_000, 30_000, 100_000])
  })

  it('splits 1,000,000 clients without a sample ratio mismatch', () => {
    const bound = { A: 0, B: 0 }
    for (let i = 0; i < 1_000_000; i++) bound[choose('e', `client-${i}`, [0.5, 0.5]) === 0 ? 'A' : 'B']++
    const { p, alarm } = atOnce(
      sampleRatioMismatch({ ...emptyTally, phases: [{ traffic: { A: 0.5, B: 0.5 }, bound }] }),
    )
    expect(bound.A + bound.B).toBe(1_000_000)
    expect(p).toBeGreaterThan(0.001)
    expect(alarm).toBe(false)
  })

  it('is independent of other experiments', () => {
    const size = 1_000_000
    let both = 0
    const ones = [0, 0]
    for (let i = 0; i < size; i++) {
      const [a, b] = [choose('first', `client-${i}`, [0.5, 0.5]), choose('second', `client-${i}`, [0.5, 0.5])]
      ones[0]! += a
      ones[1]! += b
      both += a * b
    }
    const [p, q] = [ones[0]! / size, ones[1]! / size]
    const correlation = (both / size - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q))
    expect(Math.abs(correlation)).toBeLessThan(0.01)
  })
})

describe('a classic assignment', () => {
  it('takes the first variant, by id, whose cumulative share is reached', () => {
    const variants = [
      { id: 'b', traffic: 0.4 },
      { id: 'a', traffic: 0.6 },
    ]
    const choose = (clientId: string) => assignments.classic({ experimentId: 'e', clientId, variants, bound: [] })
    expect(choose('clientId')).toBe(1)
    expect(choose('1')).toBe(0)
  })
})
