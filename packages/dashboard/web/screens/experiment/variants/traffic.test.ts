import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalShares, type Locked, sumsToOne, withNewShare, withoutShare, withShare } from './traffic.ts'

const locked = (...places: number[]): Locked => new Set(places)

describe('a changed share', () => {
  it.each([
    { shares: [0.5, 0.5], at: 0, share: 0.8, next: [0.8, 0.2] },
    { shares: [0.1, 0.2, 0.7], at: 2, share: 0.4, next: [0.2, 0.4, 0.4] },
    { shares: [0.2, 0.3, 0.5], at: 0, share: 0.3, locked: locked(2), next: [0.3, 0.2, 0.5] },
    { shares: [0.2, 0.3, 0.5], at: 0, share: 0.9, locked: locked(2), next: [0.5, 0, 0.5] },
    { shares: [0.2, 0.3, 0.5], at: 0, share: 0.9, locked: locked(1, 2), next: [0.2, 0.3, 0.5] },
    { shares: [1, 0, 0], at: 0, share: 0.4, next: [0.4, 0.3, 0.3] },
    { shares: [0.5, 0.5], at: 1, share: Number.NaN, next: [1, 0] },
    { shares: [1], at: 0, share: 0.4, next: [1] },
  ])('of $shares at $at to $share gives $next', ({ shares, next, ...change }) => {
    expect(withShare(shares, change)).toEqual(next)
  })
})

it('shares are divided equally, added and removed', () => {
  expect(equalShares([1, 0, 0])).toEqual([0.333334, 0.333333, 0.333333])
  expect(equalShares([0.5, 0.3, 0.2], locked(0))).toEqual([0.5, 0.25, 0.25])
  expect(withNewShare([0.5, 0.5])).toEqual([0.333334, 0.333333, 0.333333])
  expect(withNewShare([0.6, 0.4], locked(0))).toEqual([0.6, 0.2, 0.2])
  expect(withoutShare([0.2, 0.3, 0.5], 2)).toEqual([0.4, 0.6])
  expect(withoutShare([0.2, 0.3, 0.5], 2, locked(0))).toEqual([0.2, 0.8])
  expect(withoutShare([0.2, 0.8], 1, locked(0))).toEqual([1])
})

const shares = fc
  .array(fc.nat(1000), { minLength: 1, maxLength: 8 })
  .filter((parts) => parts.some((part) => part > 0))
  .map((parts) => parts.map((part) => part / parts.reduce((all, one) => all + one, 0)))
const change = fc.tuple(shares, fc.nat(), fc.double({ min: -1, max: 2, noNaN: true }), fc.array(fc.nat(7)))

it('whatever is changed, shares sum to 1, none is negative, and they have at most six digits', () => {
  fc.assert(
    fc.property(change, ([before, place, share, places]) => {
      const at = place % before.length
      const fixed = locked(...places)
      const all = [
        withShare(before, { at, share, locked: fixed }),
        equalShares(before, locked(...places.filter((one) => one !== at))),
        withNewShare(before, fixed),
        ...(before.length > 1 ? [withoutShare(before, at, fixed)] : []),
      ]
      for (const next of all) {
        expect(sumsToOne(next)).toBe(true)
        expect(next.reduce((sum, one) => sum + Math.round(one * 1e6), 0)).toBe(1e6)
        for (const one of next) {
          expect(one).toBeGreaterThanOrEqual(0)
          expect(Number(one.toFixed(6))).toBe(one)
        }
      }
    }),
  )
})

it('shares that are not changed keep their proportions, and locked ones their share', () => {
  fc.assert(
    fc.property(change, ([before, place, share, places]) => {
      const at = place % before.length
      const fixed = locked(...places.filter((one) => one !== at))
      const next = withShare(before, { at, share, locked: fixed })
      const free = before.flatMap((_, i) => (i === at || fixed.has(i) ? [] : [i]))
      for (const [i, one] of before.entries())
        if (i !== at && fixed.has(i)) expect(Math.abs(next[i]! - one)).toBeLessThan(2e-6)
      const sums = [before, next].map((list) => free.reduce((sum, i) => sum + list[i]!, 0)) as [number, number]
      if (sums[0] > 0.01)
        for (const i of free) expect(Math.abs((before[i]! / sums[0]) * sums[1] - next[i]!)).toBeLessThan(1e-4)
    }),
  )
})
