import { expect, it } from 'vitest'
import { newRoute, textsOfRoute } from './new-route.ts'

const routes = [
  { id: 'invoices', backend: 'main', flow_ref: 'guarded', frontend: { methods: ['GET'], paths: ['/invoices/:id'] } },
  { id: 'new-route', backend: 'orders', flow_ref: 'open', frontend: { paths: ['/refunds'] } },
]

it('a new route uses the backend and the flow of the last one', () => {
  expect(newRoute(routes)).toMatchObject({ id: 'new-route-2', backend: 'orders', flow_ref: 'open' })
  expect(newRoute([], [{ id: 'main' }])).toEqual({
    ...{ id: 'new-route', backend: 'main' },
    frontend: { paths: ['/'], methods: ['GET'] },
  })
})

it('a route is found by its methods, paths, backend and flow', () => {
  expect(textsOfRoute(routes[0]!)).toEqual(['invoices', '', 'main', 'guarded', 'GET', '/invoices/:id'])
})
