import { expect, it } from 'vitest'
import { compiled, route } from '../routes/compiled.fixture.ts'
import { matchOf, whyBefore } from './match-of.ts'

const [orders, order, any] = compiled({
  domain: 'api.example',
  routes: [
    route('orders', { paths: ['/carts', '/orders'] }),
    route('order', { paths: ['/baskets', '/orders/:id'] }),
    route('any', { paths: ['/*'] }),
  ],
}).routes
const request = { host: 'api.example', path: '/orders/7' }

it('the path at which a route takes a request is found', () => {
  expect(matchOf(orders!, request)?.path).toBe('/orders')
  expect(matchOf(orders!, { ...request, path: '/other' })).toBe(undefined)
  expect(matchOf(orders!, { ...request, host: 'other.example' })).toBe(undefined)
})

it('a route comes before another by the paths at which both take the request', () => {
  expect(whyBefore(order!, orders!, request)).toBe('its path is longer')
  expect(whyBefore(orders!, any!, request)).toBe('its path is more literal')
})
