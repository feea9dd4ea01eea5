import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { scaleOf } from './scale.ts'

it.each([
  [
    [0.16, 0.22],
    [0.16, 0.18, 0.2, 0.22],
  ],
  [
    [-0.03, 0.22],
    [0, 0.1, 0.2],
  ],
  [
    [0, 1],
    [0, 0.5, 1],
  ],
] as const)('ticks of %j are %j', ([low, high], ticks) => {
  expect(scaleOf([low, high]).ticks).toEqual(ticks)
})

it('places each value within the width, in order, with at least two ticks', () => {
  const bound = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(bound, bound, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      fc.pre(high - low > 1e-6 || high === low)
      const { place, ticks } = scaleOf([low, high])
      for (const value of [low, high, ...ticks]) {
        expect(place(value)).toBeGreaterThanOrEqual(0)
        expect(place(value)).toBeLessThanOrEqual(100)
      }
      expect(place(high)).toBeGreaterThanOrEqual(place(low))
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(7)
    }),
  )
})
