import { expect, it } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

it('keeps recently used values, up to its capacity', () => {
  const cache = createBoundedCache<number>(10)
  cache.set('a', 1, 4)
  cache.set('b', 2, 4)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3, 4)
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([1, undefined, 3])
})

it('counts a value once, until it is deleted', () => {
  const cache = createBoundedCache<number>(10)
  for (let time = 0; time < 5; time++) cache.set('a', time, 5)
  cache.set('b', 5, 5)
  expect(['a', 'b'].map(cache.get)).toEqual([4, 5])
  cache.delete('a')
  cache.delete('none')
  cache.set('c', 6, 5)
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([undefined, 5, 6])
})

it('ignores values larger than its capacity', () => {
  const cache = createBoundedCache<number>(10)
  cache.set('a', 1, 10)
  cache.set('b', 2, 11)
  expect(['a', 'b'].map(cache.get)).toEqual([1, undefined])
})
