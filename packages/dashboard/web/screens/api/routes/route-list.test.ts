import { expect, it } from 'vitest'
import { foundRoutes, freshId, moved, newRoute, placeOf, withItem, withItemAfter } from './route-list.ts'

const routes = [
  { id: 'invoices', backend: 'main', flow_ref: 'guarded', frontend: { methods: ['GET'], paths: ['/invoices/:id'] } },
  { id: 'refunds', backend: 'orders', flow_ref: 'open', frontend: { paths: ['/refunds'] } },
]

it('ids of new items are free', () => {
  expect(freshId(routes, 'new')).toBe('new')
  expect(freshId(routes, 'refunds')).toBe('refunds-2')
  expect(freshId([{ id: 'a' }, { id: 'a-2' }, { id: 'a-3' }], 'a-2')).toBe('a-4')
})

it('items are replaced, removed, inserted and moved', () => {
  expect(withItem(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
  expect(withItem(['a', 'b'], 0, undefined)).toEqual(['b'])
  expect(withItemAfter(['a', 'b'], 0, 'c')).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect([moved(['a', 'b'], 0, -1), moved(['a', 'b'], 1, 1)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

it('a new route uses the backend and the flow of the last one', () => {
  expect(newRoute(routes)).toMatchObject({ id: 'new-route', backend: 'orders', flow_ref: 'open' })
  expect(newRoute([], [{ id: 'main' }])).toEqual({
    ...{ id: 'new-route', backend: 'main' },
    frontend: { paths: ['/'], methods: ['GET'] },
  })
})

it('routes are found by the words of their members', () => {
  expect(foundRoutes(routes, '')).toEqual([0, 1])
  expect(foundRoutes(routes, 'get /INV')).toEqual([0])
  expect(foundRoutes(routes, 'orders')).toEqual([1])
  expect(foundRoutes(routes, 'orders get')).toEqual([])
})

it('the open route is found again when others are added, and when two have its id', () => {
  expect(placeOf(routes, undefined)).toBe(undefined)
  expect(placeOf([{ id: 'first' }, ...routes], { id: 'refunds', at: 1 })).toBe(2)
  expect(placeOf([{ id: 'a' }, { id: 'a' }], { id: 'a', at: 1 })).toBe(1)
  expect(placeOf(routes, { id: 'gone', at: 0 })).toBe(undefined)
})
