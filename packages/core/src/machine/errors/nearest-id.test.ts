import { expect, it } from 'vitest'
import { didYouMean, nearestId } from './nearest-id.ts'

it.each([
  ['shop:expres', 'shop:express'],
  ['SHOP:EXPRESS', 'shop:express'],
  ['shpo:express', 'shop:express'],
  ['shop:express:newest', undefined],
  ['x', undefined],
  ['', undefined],
])('%j is near %j', (id, near) => {
  expect(nearestId(id, ['shop:cart', 'shop:express'])).toBe(near)
})

it('looks at a bounded number of ids, first at those with the same beginning or end', () => {
  let looked = 0
  function* ids() {
    for (let i = 0; i < 1e6; i++) {
      looked++
      yield i === 50_000 ? 'shop:express' : `team:${i}`
    }
  }
  expect(nearestId('shop:expres', ids())).toBe('shop:express')
  expect(looked).toBeLessThan(200_000)
})

it('adds nothing if no id is near', () => {
  expect([didYouMean('a'), didYouMean(undefined)]).toEqual([' (did you mean a?)', ''])
})
