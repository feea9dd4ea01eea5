import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freeRanges, fromPercent, layerNames, neighboursOf, overlapOf, sizeOf, toPercent } from './layer-ranges.ts'

const inLayer = (id: string, name: string, from: number, to: number) => ({ id, layer: { name, from, to } })
const experiments = [
  inLayer('shop:price', 'checkout', 0.4, 0.8),
  inLayer('shop:button', 'checkout', 0, 0.4),
  inLayer('shop:map', 'map', 0, 1),
]

it('the neighbours of a layer are those one may read, and the hidden ones that the results know', () => {
  const result = {
    ...{ name: 'checkout', from: 0, to: 0.4, holdout: 0 },
    beside: [
      { experiment: 'shop:price', from: 0.4, to: 0.8 },
      { from: 0.8, to: 1 },
    ],
  }
  const known = { id: 'shop:button', experiments, result }
  expect(neighboursOf({ ...known, name: 'checkout' })).toEqual([
    { experiment: 'shop:price', from: 0.4, to: 0.8 },
    { from: 0.8, to: 1 },
  ])
  expect(neighboursOf({ ...known, name: 'map' })).toEqual([{ experiment: 'shop:map', from: 0, to: 1 }])
  expect(neighboursOf({ ...known, name: 'new' })).toEqual([])
  expect(layerNames(experiments)).toEqual(['checkout', 'map'])
})

it('what ranges leave is free', () => {
  expect(freeRanges([])).toEqual([{ from: 0, to: 1 }])
  expect(
    freeRanges([
      { from: 0.4, to: 0.8 },
      { from: 0.1, to: 0.4 },
    ]),
  ).toEqual([
    { from: 0, to: 0.1 },
    { from: 0.8, to: 1 },
  ])
  expect(freeRanges([{ from: 0, to: 1 }])).toEqual([])
})

const range = fc
  .tuple(fc.nat(1000), fc.nat(1000))
  .map(([a, b]) => ({ from: Math.min(a, b) / 1000, to: Math.max(a, b) / 1000 }))

it('free ranges overlap nothing, and touch each other nowhere', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), (ranges) => {
      const free = freeRanges(ranges)
      for (const one of free) {
        expect(overlapOf(one, ranges)).toBeUndefined()
        expect(one.to).toBeGreaterThan(one.from)
      }
      expect(freeRanges([...ranges, ...free])).toEqual([])
      if (ranges.length === 1) expect(sizeOf(free) + sizeOf(ranges)).toBeCloseTo(1)
    }),
  )
})

it('a typed percentage is the fraction that is saved', () => {
  fc.assert(fc.property(fc.nat(100_000), (bucket) => toPercent(fromPercent(bucket / 1000)) === bucket / 1000))
  expect([fromPercent(33.3333), fromPercent(-1), fromPercent(200)]).toEqual([0.33333, 0, 1])
})
