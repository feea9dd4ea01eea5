import { array, assert, boolean, constantFrom, double, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedKeys } from './bounded-keys.ts'
import { createGcra } from './gcra.ts'
import type { LocalLimiter, Taken } from './limiter.ts'
import { localLimits } from './local-limits.ts'
import { createSlidingWindow } from './sliding-window.ts'

interface Limiter {
  take(key: string, now: number): Taken
  giveBack(key: string, takenAt: number): void
  readonly size: number
}

/** A limiter with its policy. */
function limited(limiter: LocalLimiter, given: { rate: number; windowMs: number; burst?: number }): Limiter {
  const policy = { kind: 'rate', name: 'rate', burst: 0, ...given } as const
  return {
    take: (key, now) => limiter.take(key, policy, now),
    giveBack: (key, takenAt) => limiter.giveBack(key, policy, takenAt),
    get size() {
      return limiter.size
    },
  }
}

const gcra = (policy: { rate: number; windowMs: number; burst: number }) => limited(createGcra(), policy)
const sliding = (policy: { rate: number; windowMs: number }) => limited(createSlidingWindow(), policy)

/** How many of so many requests at once are admitted. */
const admitted = (limiter: Limiter, now: number, requests: number, key = 'a'): number =>
  Array.from({ length: requests }, () => limiter.take(key, now)).filter(({ isAdmitted }) => isAdmitted).length

/** The times at which requests were admitted, when they come after these pauses. Every seventh is given back. */
function timesOf(limiter: Limiter, pauses: readonly number[]): number[] {
  let now = 1000
  let count = 0
  return pauses.flatMap((pause) => {
    now += pause
    if (!limiter.take('a', now).isAdmitted) return []
    if (++count % 7 > 0) return [now]
    limiter.giveBack('a', now)
    return []
  })
}

const pauses = array(
  constantFrom(0, 0, 0, 1, 10, 100).chain((most) => double({ min: 0, max: most, noNaN: true })),
  { maxLength: 300 },
)
const rates = record({ rate: integer({ min: 1, max: 20 }), windowMs: constantFrom(10, 1000, 60_000) })

describe('GCRA', () => {
  it('admits rate and burst at once, then one for each share of the window', () => {
    const limiter = gcra({ rate: 10, windowMs: 1000, burst: 5 })
    expect(admitted(limiter, 0, 100)).toBe(15)
    expect(admitted(limiter, 99, 1)).toBe(0)
    expect(admitted(limiter, 100, 10)).toBe(1)
    expect(admitted(limiter, 1100, 100)).toBe(10)
    expect(admitted(limiter, 100_000, 100)).toBe(15)
  })

  it('says how many are left, how long to wait, and when all are back', () => {
    const limiter = gcra({ rate: 2, windowMs: 1000, burst: 0 })
    expect(limiter.take('a', 0)).toEqual({ isAdmitted: true, remaining: 1, waitMs: 0, resetMs: 500 })
    expect(limiter.take('a', 0)).toEqual({ isAdmitted: true, remaining: 0, waitMs: 500, resetMs: 1000 })
    expect(limiter.take('a', 200)).toEqual({ isAdmitted: false, remaining: 0, waitMs: 300, resetMs: 800 })
    expect(limiter.take('a', 500).isAdmitted).toBe(true)
  })

  it('admits in any time span at most rate, burst, and the share of the window', () => {
    assert(
      property(rates, integer({ min: 0, max: 10 }), pauses, ({ rate, windowMs }, burst, all) => {
        const times = timesOf(gcra({ rate, windowMs, burst }), all)
        for (let from = 0; from < times.length; from++)
          for (let to = from; to < times.length; to++) {
            const length = times[to]! - times[from]!
            expect(to - from + 1).toBeLessThanOrEqual(rate + burst + (rate * length) / windowMs + 1e-6)
          }
      }),
    )
  })

  it('admits as much as it promises when requests never stop', () => {
    const limiter = gcra({ rate: 7, windowMs: 1000, burst: 3 })
    let count = 0
    for (let now = 0; now <= 10_000; now++) count += admitted(limiter, now, 2)
    expect(count).toBe(7 + 3 + 70)
  })
})

describe('sliding windows', () => {
  it('admit the whole rate at once, and none until it is a window old', () => {
    const limiter = sliding({ rate: 10, windowMs: 60_000 })
    expect(admitted(limiter, 0, 100)).toBe(10)
    expect(admitted(limiter, 60_000, 100)).toBe(0)
    expect(admitted(limiter, 61_000, 100)).toBe(10)
  })

  it('say how many are left, how long to wait, and when all are back', () => {
    const limiter = sliding({ rate: 2, windowMs: 60_000 })
    expect(limiter.take('a', 0)).toEqual({ isAdmitted: true, remaining: 1, waitMs: 0, resetMs: 61_000 })
    expect(limiter.take('a', 5000)).toEqual({ isAdmitted: true, remaining: 0, waitMs: 56_000, resetMs: 61_000 })
    expect(limiter.take('a', 5000).isAdmitted).toBe(false)
    expect(limiter.take('a', 60_999).isAdmitted).toBe(false)
    expect(limiter.take('a', 61_000)).toMatchObject({ isAdmitted: true, remaining: 0 })
  })

  it('are not changed by a look at them', () => {
    const limiter = createSlidingWindow()
    const policy = { kind: 'window', name: 'window', rate: 2, windowMs: 60_000, burst: 0 } as const
    for (const now of [0, 30_000]) limiter.take('a', policy, now)
    expect(limiter.peek('a', policy, 61_000)).toEqual({ remaining: 1, resetMs: 30_000 })
    expect(limiter.peek('a', policy, 60_000)).toEqual({ remaining: 0, resetMs: 31_000 })
    expect(limiter.take('a', policy, 61_000)).toMatchObject({ isAdmitted: true, remaining: 0 })
  })

  it('never admit more than the rate in any window', () => {
    assert(
      property(rates, pauses, ({ rate, windowMs }, all) => {
        const times = timesOf(sliding({ rate, windowMs }), all)
        for (let i = 0; i + rate < times.length; i++)
          expect(times[i + rate]! - times[i]!).toBeGreaterThanOrEqual(windowMs)
      }),
    )
  })

  it('wait no longer than they say', () => {
    assert(
      property(rates, pauses, boolean(), ({ rate, windowMs }, all, isLate) => {
        const limiter = sliding({ rate, windowMs })
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

describe('a clock that is set back', () => {
  const steps = array(
    record({ pause: double({ min: 0, max: 300, noNaN: true }), back: constantFrom(0, 0, 0, 1, 250, 3.6e6) }),
  )

  it.each([
    ['GCRA', (rate: number) => gcra({ rate, windowMs: 1000, burst: 2 }), 2],
    ['sliding windows', (rate: number) => sliding({ rate, windowMs: 1000 }), 0],
  ])('admits no more with %s, in any span of time that has passed', (_, create, burst) => {
    assert(
      property(integer({ min: 1, max: 5 }), steps, (rate, all) => {
        const limiter = create(rate)
        const times: number[] = []
        let [passed, offset] = [0, 1e7]
        for (const { pause, back } of all) {
          passed += pause
          offset -= back
          if (limiter.take('a', passed + offset).isAdmitted) times.push(passed)
        }
        for (let from = 0; from < times.length; from++)
          for (let to = from; to < times.length; to++) {
            const length = times[to]! - times[from]!
            const most = burst > 0 ? rate + burst + (rate * length) / 1000 : length < 1000 ? rate : Infinity
            expect(to - from + 1).toBeLessThanOrEqual(most + 1e-6)
          }
      }),
    )
  })
})

describe('a request that is given back', () => {
  it.each([
    ['GCRA', () => gcra({ rate: 3, windowMs: 1000, burst: 2 })],
    ['sliding windows', () => sliding({ rate: 3, windowMs: 1000 })],
  ])('never came, with %s', (_, create) => {
    const steps = array(record({ pause: double({ min: 0, max: 400, noNaN: true }), isGivenBack: boolean() }))
    assert(
      property(steps, (all) => {
        const [one, other] = [create(), create()]
        let now = 1000
        for (const { pause, isGivenBack } of all) {
          now += pause
          const taken = one.take('a', now)
          if (isGivenBack && taken.isAdmitted) one.giveBack('a', now)
          else expect(taken.isAdmitted).toBe(other.take('a', now).isAdmitted)
        }
      }),
    )
  })

  it('stays counted with GCRA if others came since, so that nothing is admitted beyond the limit', () => {
    const limiter = gcra({ rate: 2, windowMs: 1000, burst: 0 })
    limiter.take('a', 0)
    limiter.take('a', 400)
    limiter.giveBack('a', 0)
    expect(limiter.take('a', 400).isAdmitted).toBe(false)
  })
})

describe('sliding windows whose quota changes', () => {
  const at = (windowMs: number, rate: number) => ({ kind: 'window', name: 'window', burst: 0, windowMs, rate }) as const

  it('keep what was used', () => {
    const limiter = createSlidingWindow()
    for (let i = 0; i < 4; i++) limiter.take('a', at(60_000, 10), 30_000)
    expect(limiter.take('a', at(60_000, 4), 31_000)).toMatchObject({ isAdmitted: false, remaining: 0 })
    expect(limiter.take('a', at(600_000, 5), 32_000)).toMatchObject({ isAdmitted: true, remaining: 0 })
    expect(limiter.take('a', at(600_000, 5), 600_000).isAdmitted).toBe(false)
    expect(limiter.take('a', at(600_000, 5), 650_000).isAdmitted).toBe(true)
    expect(limiter.take('a', at(1000, 1), 662_000).isAdmitted).toBe(true)
  })

  it('admit nothing at a rate of 0', () => {
    expect(createSlidingWindow().take('a', at(1000, 0), 0)).toMatchObject({ isAdmitted: false, remaining: 0 })
  })

  it('are right at the first request after a long pause', () => {
    const limiter = sliding({ rate: 2, windowMs: 1000 })
    limiter.take('a', 0)
    limiter.take('a', 10)
    expect([limiter.take('a', 1e12), limiter.take('a', 1e12), limiter.take('a', 1e12)]).toMatchObject([
      { isAdmitted: true, remaining: 1 },
      { isAdmitted: true, remaining: 0 },
      { isAdmitted: false },
    ])
  })
})

describe.each([
  ['GCRA', () => gcra({ rate: 1, windowMs: 10, burst: 0 })],
  ['sliding windows', () => sliding({ rate: 1, windowMs: 10 })],
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

describe('beyond a number of keys', () => {
  const dropped: string[] = []
  const bounded = (isOver: (name: string) => boolean, most: number) => {
    dropped.length = 0
    return boundedKeys<string>(isOver, most, (name) => void dropped.push(name))
  }

  it('those are forgotten that were not used for the longest time', () => {
    const keys = bounded(() => false, 3)
    for (const key of ['a', 'b', 'c']) keys.set(key, key, 0)
    keys.get('a')
    keys.set('d', 'd', 0)
    expect([keys.size, keys.get('a'), keys.get('b'), keys.get('d'), dropped]).toEqual([3, 'a', undefined, 'd', ['b']])
  })

  it('those that say nothing any more are forgotten first, and nobody is told', () => {
    const keys = bounded((name) => name === 'b', 3)
    for (const key of ['a', 'c', 'b', 'd']) keys.set(key, key, 0)
    expect([keys.get('a'), keys.get('c'), keys.get('b'), keys.get('d'), dropped]).toEqual([
      'a',
      'c',
      undefined,
      'd',
      [],
    ])
  })

  it('a consumer that keeps coming stays counted, however many others come once', () => {
    const keys = bounded(() => false, 1000)
    keys.set('steady', 'steady', 0)
    for (let i = 0; i < 10_000; i++) {
      keys.set(`key ${i}`, 'once', 0)
      if (i % 400 === 0) expect(keys.get('steady')).toBe('steady')
    }
    expect([keys.size, keys.get('steady'), dropped.includes('steady')]).toEqual([1000, 'steady', false])
  })
})

it('local limits report once that keys had to be forgotten', () => {
  const reports: unknown[] = []
  const limits = localLimits().open({
    ...{ zone: 'UTC', clock: () => 0, elapsed: () => 0, random: (bytes: number) => new Uint8Array(bytes) },
    report: (error) => void reports.push(error),
  })
  const policy = { kind: 'window', name: 'window', rate: 1, windowMs: 60_000, burst: 0 } as const
  const limiter = limits.limiterOf('window', 'test')
  for (let i = 0; i < 100_010; i++) void limiter.take(`key ${i}`, policy, 0)
  expect(reports).toHaveLength(1)
})
