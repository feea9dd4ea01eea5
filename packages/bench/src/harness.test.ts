import { describe, expect, it } from 'vitest'
import { median, race } from './harness.ts'

describe('a race', () => {
  /** Work that no compiler can optimize away. */
  const work = (weight: number) => (times: number) => {
    let state = 1
    for (let i = 0; i < times * weight; i++) state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state
  }

  it('reports the time of each candidate as a multiple of the first', async () => {
    const standings = await race(
      [
        { name: 'once', run: work(1000) },
        { name: 'four times', run: work(4000) },
      ],
      { rounds: 5, sliceMs: 20 },
    )
    expect(standings.map(({ name }) => name)).toEqual(['once', 'four times'])
    expect(standings[0]?.ratio).toBe(1)
    expect(standings[1]?.ratio).toBeGreaterThan(1.5)
    expect(standings[1]?.ratio).toBeLessThan(12)
  })

  it('awaits asynchronous candidates', async () => {
    const run = async (times: number) => {
      await Promise.resolve()
      return work(1000)(times)
    }
    const [, later] = await race(
      [
        { name: 'now', run: work(1000) },
        { name: 'later', run },
      ],
      { rounds: 5, sliceMs: 20 },
    )
    expect(later?.ratio).toBeGreaterThan(0.2)
    expect(later?.ratio).toBeLessThan(5)
  })
})

it('a median is the number in the middle, or between the two', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([9, 1, 5, 6])).toBe(5.5)
})
