import { expect, it } from 'vitest'
import { foundItems, freshId, moved, placeOf, withItem, withItemAfter } from './item-list.ts'

const routes = [{ id: 'invoices' }, { id: 'refunds' }]

it('ids of new items are free', () => {
  expect(freshId(routes, 'new')).toBe('new')
  expect(freshId(routes, 'refunds')).toBe('refunds-2')
  expect(freshId([{ id: 'a' }, { id: 'a-2' }, { id: 'a-3' }], 'a-2')).toBe('a-4')
})

it('items are replaced, removed, inserted and moved', () => {
  expect(withItem(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
  expect(withItem(['a', 'b'], 0, undefined)).toEqual(['b'])
  expect(withItemAfter(['a', 'b'], 0, 'c')).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect([moved(['a', 'b'], 0, -1), moved(['a', 'b'], 1, 2)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

it('the open item is found again when others are added, and when two have its id', () => {
  expect(placeOf(routes, undefined)).toBe(undefined)
  expect(placeOf([{ id: 'first' }, ...routes], { id: 'refunds', at: 1 })).toBe(2)
  expect(placeOf([{ id: 'a' }, { id: 'a' }], { id: 'a', at: 1 })).toBe(1)
  expect(placeOf(routes, { id: 'gone', at: 0 })).toBe(undefined)
})

it('items are found by words in any of their texts', () => {
  const textsOf = (text: string) => [text, 'GET']
  expect(foundItems(['/a', '/b'], '', textsOf)).toEqual([0, 1])
  expect(foundItems(['/a', '/b'], ' get  /B', textsOf)).toEqual([1])
  expect(foundItems(['/a', '/b'], 'post', textsOf)).toEqual([])
})
