import { array, assert, boolean, constantFrom, double, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedKeys } from './bounded-keys.ts'
import { createGcra } from './gcra.ts'
import type { Limiter } from './limiter.ts'
import { createSlidingWindow } from './sliding-window.ts'

/** How many of so many requests at once are admitted. */
const admitted = (limiter: Limiter, now: number, requests: number, key = 'a'): number =>
  Array.from({ length: requests }, () => limiter.take(key, now)).filter(({ isAdmitted }) => isAdmitted).length

/** The times at which requests were admitted, when they come after these pauses. */
function timesOf(limiter: Limiter, pauses: readonly number[]): number[] {
  let now = 1000
  return pauses.flatMap((pause) => {
    now += pause
    return limiter.take('a', now).isAdmitted ? [now] : []
  })
}

const pauses = array(
  constantFrom(0, 0, 0, 1, 10, 100).chain((most) => double({ min: 0, max: most, noNaN: true })),
  { maxLength: 300 },
)
const rates = record({ rate: integer({ min: 1, max: 20 }), windowMs: constantFrom(10, 1000, 60_000) })

describe('GCRA', () => {
  it('admits rate and burst at once, then one for each share of the window', () => {
    const limiter = createGcra({ rate: 10, windowMs: 1000, burst: 5 })
    expect(admitted(limiter, 0, 100)).toBe(15)
    expect(admitted(limiter, 99, 1)).toBe(0)
    expect(admitted(limiter, 100, 10)).toBe(1)
    expect(admitted(limiter, 1100, 100)).toBe(10)
    expect(admitted(limiter, 100_000, 100)).toBe(15)
  })

  it('says how many are left, how long to wait, and when all are back', () => {
    const limiter = createGcra({ rate: 2, windowMs: 1000, burst: 0 })
    expect(limiter.take('a', 0)).toEqual({ isAdmitted: true, remaining: 1, waitMs: 0, resetMs: 500 })
    expect(limiter.take('a', 0)).toEqual({ isAdmitted: true, remaining: 0, waitMs: 500, resetMs: 1000 })
    expect(limiter.take('a', 200)).toEqual({ isAdmitted: false, remaining: 0, waitMs: 300, resetMs: 800 })
    expect(limiter.take('a', 500).isAdmitted).toBe(true)
  })

  it('admits in any time span at most rate, burst, and the share of the window', () => {
    assert(
      property(rates, integer({ min: 0, max: 10 }), pauses, ({ rate, windowMs }, burst, all) => {
        const times = timesOf(createGcra({ rate, windowMs, burst }), all)
        for (let from = 0; from < times.length; from++)
          for (let to = from; to < times.length; to++) {
            const length = times[to]! - times[from]!
            expect(to - from + 1).toBeLessThanOrEqual(rate + burst + (rate * length) / windowMs + 1e-6)
          }
      }),
    )
  })

  it('admits as much as it promises when requests never stop', () => {
    const limiter = createGcra({ rate: 7, windowMs: 1000, burst: 3 })
    let count = 0
    for (let now = 0; now <= 10_000; now++) count += admitted(limiter, now, 2)
    expect(count).toBe(7 + 3 + 70)
  })
})

describe('sliding windows', () => {
  it('admit the whole rate at once, and none until it is a window old', () => {
    const limiter = createSlidingWindow({ rate: 10, windowMs: 60_000 })
    expect(admitted(limiter, 0, 100)).toBe(10)
    expect(admitted(limiter, 60_000, 100)).toBe(0)
    expect(admitted(limiter, 61_000, 100)).toBe(10)
  })

  it('say how many are left, how long to wait, and when all are back', () => {
    const limiter = createSlidingWindow({ rate: 2, windowMs: 60_000 })
    expect(limiter.take('a', 0)).toEqual({ isAdmitted: true, remaining: 1, waitMs: 0, resetMs: 61_000 })
    expect(limiter.take('a', 5000)).toEqual({ isAdmitted: true, remaining: 0, waitMs: 56_000, resetMs: 61_000 })
    expect(limiter.take('a', 5000).isAdmitted).toBe(false)
    expect(limiter.take('a', 60_999).isAdmitted).toBe(false)
    expect(limiter.take('a', 61_000)).toMatchObject({ isAdmitted: true, remaining: 0 })
  })

  it('never admit more than the rate in any window', () => {
    assert(
      property(rates, pauses, ({ rate, windowMs }, all) => {
        const times = timesOf(createSlidingWindow({ rate, windowMs }), all)
        for (let i = 0; i + rate < times.length; i++)
          expect(times[i + rate]! - times[i]!).toBeGreaterThanOrEqual(windowMs)
      }),
    )
  })

  it('wait no longer than they say', () => {
    assert(
      property(rates, pauses, boolean(), ({ rate, windowMs }, all, isLate) => {
        const limiter = createSlidingWindow({ rate, windowMs })
        let now = 1000
        for (const pause of all) {
          now += pause
          const { isAdmitted, waitMs } = limiter.take('a', now)
          if (isAdmitted) continue
          const then = now + waitMs + (isLate ? windowMs : 1e-6 * windowMs)
          expect(limiter.take('a', then).isAdmitted).toBe(true)
          now = then
        }
      }),
    )
  })
})

describe.each([
  ['GCRA', () => createGcra({ rate: 1, windowMs: 10, burst: 0 })],
  ['sliding windows', () => createSlidingWindow({ rate: 1, windowMs: 10 })],
])('keys of %s', (_, create) => {
  it('have limits of their own', () => {
    const limiter = create()
    expect(['a', 'b', 'a'].map((key) => limiter.take(key, 0).isAdmitted)).toEqual([true, true, false])
  })

  it('are forgotten when they say nothing any more', () => {
    const limiter = create()
    for (let i = 0; i < 100_000; i++) limiter.take(`key ${i}`, i)
    expect(limiter.size).toBeLessThan(100)
  })
})

it('beyond a number of keys the oldest are forgotten', () => {
  const keys = boundedKeys<number>(() => false, 3)
  for (const key of ['a', 'b', 'c', 'd']) keys.set(key, 1, 0)
  expect([keys.size, keys.get('a'), keys.get('d')]).toEqual([3, undefined, 1])
})
