import { compile, forwardPath } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../address.ts'
import { addressesOf, journeysOf, type Route } from './journey.ts'
import { methodsText, routeSentences, textOf } from './route-words.ts'

const shop = { domain: 'api.shop.example', context_path: '/billing' }
const sentences = (api: object, route: Omit<Route, 'id'>, backend: object = {}) => {
  const whole: Route = { id: 'r', ...route }
  return routeSentences(whole, journeysOf(api, whole, backend)).map(textOf)
}

it.each([
  [{}, '/'],
  [{ domain: 'api.shop.example' }, 'api.shop.example'],
  [{ domain: 'https://api.shop.example:8443', context_path: '/v1/' }, 'api.shop.example:8443/v1'],
  [{ context_path: '/billing' }, '/billing'],
])('%o answers at %s', (api, address) => expect(addressOf(api)).toBe(address))

describe('a route is told', () => {
  it('with an example of each path, and the path that its backend gets', () => {
    expect(
      sentences(shop, {
        backend: 'main',
        frontend: { methods: ['get'], paths: ['/invoices/:id'], strip_context_path: true, exact: true },
      }),
    ).toEqual(['GET api.shop.example/billing/invoices/42 reaches main at /invoices/42.'])
    expect(
      sentences({}, { backend: 'main', frontend: { paths: ['/files/*'], methods: ['GET', 'PUT'], strip_path: true } }),
    ).toEqual(['GET or PUT /files/a/b on any domain reaches main at /a/b.'])
  })

  it('with the paths below it, the conditions, and what it lacks', () => {
    const frontend = { paths: ['/a', '/b'], headers: { 'X-Beta': 'Exists()' }, query: { v: '2' } }
    expect(sentences(shop, { frontend })).toEqual([
      'Any request to api.shop.example/billing/a has no backend: a plugin of its flow must answer.',
      'Any request to api.shop.example/billing/b has no backend: a plugin of its flow must answer.',
      'So do paths under them.',
      'Only if the header X-Beta is sent and the query parameter v is 2.',
    ])
    expect(sentences(shop, { frontend: { paths: ['/a', '/b', '/c', '/d'], exact: true } }).at(-1)).toBe('1 more path.')
  })

  it('by its methods and addresses', () => {
    expect([methodsText({}), methodsText({ frontend: { methods: ['get', 'POST'] } })]).toEqual(['Any', 'GET, POST'])
    expect(addressesOf(shop, {})).toEqual(['api.shop.example/billing'])
    expect(addressesOf({}, {})).toEqual(['/'])
    const frontend = { domains: ['https://other.example/a', '/b', 'api.shop.example'], paths: ['c'] }
    expect(addressesOf(shop, { frontend }).map((one) => one.slice(24))).toEqual(['/a', '/b', '/c'])
  })
})

const paths = [
  '/',
  '/invoices',
  '/invoices/:id',
  '/a/{Sid}.json',
  '/a/$year<[0-9]{4}>/b',
  '/x/*/y',
  '/files/*',
  '//a//b/',
]
const strips = [{}, { strip_path: true }, { strip_context_path: true }, { strip_path: true, strip_context_path: true }]
const backends = [{}, { root: '/v2' }, { root: '/v2/' }, { root: '/only', rewrite: true }, { rewrite: true }]
const apis = [{}, shop, { context_path: '/v1/:tenant/' }, { domain: 'https://h.example', context_path: '/' }]

it('the paths of the examples are those that the gateway matches and forwards', () => {
  for (const exposed of apis)
    for (const strip of strips)
      for (const settings of backends)
        for (const path of [...paths, undefined]) {
          const route = { id: 'r', backend: 'b', frontend: { ...strip, ...(path !== undefined && { paths: [path] }) } }
          const { routes } = compile({
            id: 'a',
            name: 'A',
            state: 'published',
            ...exposed,
            routes: [route],
            backends: [{ id: 'b', backend: { targets: [{ hostname: 'h' }], ...settings } }],
          })
          const [compiled] = routes
          const [journey] = journeysOf(exposed, route, settings)
          const match = compiled!.frontend.matches[0]!
          const slash = journey!.from.indexOf('/')
          const request = slash < 0 ? '/' : journey!.from.slice(slash)
          const texts = request.split('/').slice(1)
          const params: Record<string, string> = {}
          for (const [i, one] of match.segments.entries())
            if (one.kind === 'parameter' || one.kind === 'regex') params[one.name] = texts[i]!
          const said = [exposed, strip, settings, path, request]
          expect([said, journey!.to]).toEqual([said, forwardPath(compiled!, { path: request, match, params })])
        }
})
