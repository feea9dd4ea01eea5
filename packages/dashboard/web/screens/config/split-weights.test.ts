import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newName, sharesOf, sumOf, withEqualWeights, withWeight } from './split-weights.ts'

const arms = (...weights: number[]) => weights.map((weight, at) => ({ name: `p${at}`, weight, value: at }))
const weightsOf = (list: readonly { readonly weight: number }[]) => list.map(({ weight }) => weight)

describe('the weights of a split', () => {
  it.each([
    [[50, 50], 1, 80, [20, 80]],
    [[50, 50], 0, 20, [20, 80]],
    [[20, 30, 50], 0, 25, [25, 25, 50]],
    [[0.1, 0.9], 0, 0.3, [0.3, 0.7]],
    [[20, 30, 50], 0, 60, [60, 30, 50]],
    [[1, 2], 0, 5, [5, 2]],
    [[100], 0, 5, [5]],
  ])('%j: part %i gets %d: %j', (before, at, weight, after) => {
    expect(weightsOf(withWeight(arms(...before), at, weight))).toEqual(after)
  })

  it('are equal, whole and 100 together on demand', () => {
    expect(weightsOf(withEqualWeights(arms(1, 7, 9)))).toEqual([34, 33, 33])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (count) => {
        expect(sumOf(withEqualWeights(arms(...Array.from({ length: count }, () => 1))))).toBe(100)
      }),
    )
  })

  it('are shares of their sum', () => {
    expect(sharesOf(arms(1, 2))).toEqual([33.3, 66.7])
    expect(sharesOf(arms(0, 0))).toEqual([0, 0])
  })
})

it('a new part has a name that no other has', () => {
  expect(newName([{ name: 'A' }, { name: 'B' }])).toBe('C')
})
