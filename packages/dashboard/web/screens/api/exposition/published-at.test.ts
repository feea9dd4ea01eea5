import { expect, it } from 'vitest'
import type { GatewayApi } from '../served/gateway-api.ts'
import { publishedAt } from './published-at.ts'

const gateway = 'http://127.0.0.1:9080'

const apiWith = (paths: readonly string[], members: Partial<GatewayApi> = {}) =>
  ({
    ...{ id: 'shop', name: 'Shop', state: 'published', backends: [] },
    routes: paths.map((path, i) => ({ id: `r${i}`, backend: 'main', frontend: { paths: [path] } })),
    ...members,
  }) as GatewayApi

const sentence = (edited: GatewayApi, saved: GatewayApi | undefined = edited) => {
  const { before, url, after } = publishedAt(edited, saved, gateway)
  return `${before} ${url}${after}`
}

it.each([
  ['a route below it', apiWith(['/books']), 'Published at http://127.0.0.1:9080/books.'],
  ['a route at it', apiWith(['/'], { context_path: '/shop' }), 'Published at http://127.0.0.1:9080/shop.'],
  ['a route without paths', apiWith([], { routes: [{ id: 'all' }] as never }), 'Published at http://127.0.0.1:9080/.'],
  ['a domain', apiWith(['/books'], { domain: 'api.shop.example' }), 'Published at http://api.shop.example:9080/books.'],
  ['only parameters', apiWith(['/books/:id']), 'The paths of its routes begin with http://127.0.0.1:9080/.'],
  [
    'only a pattern',
    apiWith(['/*'], { context_path: '/a' }),
    'The paths of its routes begin with http://127.0.0.1:9080/a.',
  ],
  ['no routes', apiWith([]), 'It has no routes yet. Their paths will begin with http://127.0.0.1:9080/.'],
  ['its switch off', apiWith(['/books'], { enabled: false }), 'Published at http://127.0.0.1:9080/books. It’s off.'],
  [
    'state staging',
    apiWith(['/books'], { state: 'staging' }),
    'Its address is http://127.0.0.1:9080/books once you publish.',
  ],
])('names only a path that a route takes: of an API with %s', (_, api, expected) => {
  expect(sentence(api)).toBe(expected)
})

it('a call that only the draft takes is promised for after publishing', () => {
  expect(sentence(apiWith(['/films']), apiWith(['/books']))).toBe(
    'Its address is http://127.0.0.1:9080/films once you publish.',
  )
})

it('routes that are off take nothing', () => {
  const [route] = apiWith(['/books']).routes ?? []
  expect(sentence(apiWith([], { routes: [{ ...route!, enabled: false }] }))).toBe(
    'The paths of its routes begin with http://127.0.0.1:9080/.',
  )
})
