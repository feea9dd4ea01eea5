import { describe, expect, it } from 'vitest'
import type { GatewayApi } from '../apis/api.ts'
import type { ApiRoute } from '../routes/route.ts'
import { warnOfCollisions } from './collisions.ts'
import { shop } from './compile.fixture.ts'
import { compile } from './compile.ts'
import type { Placed } from './definition.ts'
import { collectWarnings } from './warnings.ts'

type Frontend = NonNullable<ApiRoute['frontend']>
const named = ['first', 'second', 'third', 'fourth']
const warningsOf = (...frontends: readonly (Frontend & { enabled?: boolean })[]) =>
  compile(
    shop({
      routes: frontends.map(({ enabled = true, ...frontend }, i) => ({
        id: named[i] ?? `route-${i}`,
        backend: 'main',
        frontend,
        enabled,
      })),
    }),
  ).warnings.filter(({ pointer }) => pointer.endsWith('/frontend'))

describe('two routes that match the same request', () => {
  it.each<[what: string, first: Frontend, second: Frontend]>([
    ['the same path', { paths: ['/a'] }, { paths: ['/a'] }],
    ['the same path, written otherwise', { paths: ['/a'] }, { domains: ['api.x.tld//a/'] }],
    ['a parameter of another name', { paths: ['/a/:id/b'] }, { paths: ['/a/:name/b'] }],
    ['one of several paths', { paths: ['/x', '/a'] }, { paths: ['/a', '/y'] }],
    ['no path', {}, { paths: ['/'] }],
    ['the same expression', { paths: ['/$a<x+>'] }, { paths: ['/$b<x+>'] }],
    ['a part of a segment of another name', { paths: ['/{a}.json'] }, { paths: ['/{b}.json'] }],
    ['any segment, with a name and without', { paths: ['/*/a'] }, { paths: ['/:x/a'] }],
    ['the rest', { paths: ['/a/*'] }, { paths: ['/a/*'] }],
    ['exactly the same path', { paths: ['/a/'], exact: true }, { paths: ['/a/'], exact: true }],
    ['a method in common', { paths: ['/a'], methods: ['GET', 'PUT'] }, { paths: ['/a'], methods: ['put', 'DELETE'] }],
    ['any method, and one', { paths: ['/a'] }, { paths: ['/a'], methods: ['GET'] }],
    ['one method, and any', { paths: ['/a'], methods: ['GET'] }, { paths: ['/a'] }],
    [
      'the same headers, in another order and case',
      { paths: ['/a'], headers: { A: '1', B: '2' } },
      { paths: ['/a'], headers: { b: '2', a: '1' } },
    ],
    ['the same text, escaped otherwise', { paths: ['/é/{a}-b'] }, { paths: ['/%c3%a9/{x}%2Db'] }],
    ['the same query', { paths: ['/a'], query: { q: '1' } }, { paths: ['/a'], query: { q: '1' } }],
  ])('(%s) cause a warning that names both', (_, first, second) => {
    const [warning, ...others] = warningsOf(first, second)
    expect(warning?.pointer).toBe('/routes/1/frontend')
    expect(warning?.message).toMatch(/^The routes shop:first and shop:second both match /)
    expect(others).toEqual([])
  })

  it.each<[what: string, first: Frontend & { enabled?: boolean }, second: Frontend]>([
    ['another path', { paths: ['/a'] }, { paths: ['/b'] }],
    [
      'a slash at the end, where the path must be exact',
      { paths: ['/a'], exact: true },
      { paths: ['/a/'], exact: true },
    ],
    ['another expression', { paths: ['/$a<x>'] }, { paths: ['/$a<y>'] }],
    ['one segment where the other takes the rest', { paths: ['/a/:id'] }, { paths: ['/a/*'] }],
    ['a longer path', { paths: ['/a'] }, { paths: ['/a/b'] }],
    ['a path in another case', { paths: ['/a'] }, { paths: ['/A'] }],
    ['a name where the other has a parameter', { paths: ['/a/:id'] }, { paths: ['/a/me'] }],
    ['other methods', { paths: ['/a'], methods: ['GET'] }, { paths: ['/a'], methods: ['PUT'] }],
    ['exactly this path, and all below it', { paths: ['/a'], exact: true }, { paths: ['/a'] }],
    ['a header more', { paths: ['/a'] }, { paths: ['/a'], headers: { A: '1' } }],
    ['another value of a header', { paths: ['/a'], headers: { A: '1' } }, { paths: ['/a'], headers: { A: '2' } }],
    ['another value in the query', { paths: ['/a'], query: { A: '1' } }, { paths: ['/a'], query: { A: '2' } }],
    ['the other disabled', { paths: ['/a'], enabled: false }, { paths: ['/a'] }],
  ])('are not reported for %s', (_, first, second) => {
    expect(warningsOf(first, second)).toEqual([])
  })

  it('are reported with the shared requests, and a route without any of its own', () => {
    expect(
      warningsOf(
        { paths: ['/a'], methods: ['GET'] },
        { paths: ['/a'], methods: ['GET', 'PUT'] },
        { paths: ['/a'], methods: ['GET', 'PUT'] },
      ).map(({ message }) => message),
    ).toEqual([
      'The routes shop:first and shop:second both match GET api.x.tld/v1/a: change the path or the methods of one',
      'The routes shop:first and shop:third both match GET api.x.tld/v1/a, so shop:third gets no requests: change the path or the methods of one',
      'The routes shop:second and shop:third both match PUT api.x.tld/v1/a, so shop:third gets no requests: change the path or the methods of one',
    ])
    expect(warningsOf({}, {}).map(({ message }) => message)).toEqual([
      'The routes shop:first and shop:second both match requests to api.x.tld/v1, so shop:second gets no requests: change the path or the methods of one',
    ])
  })

  it('are reported once, for all shared requests', () => {
    const paths = ['/a', '/b', '/c']
    expect(warningsOf({ paths }, { paths })).toHaveLength(1)
  })

  it('are each reported with the first match only', () => {
    const same = Array.from({ length: 1000 }, () => ({ paths: ['/a'] }))
    expect(warningsOf(...same)).toHaveLength(999)
  })

  it('are not reported for one route with similar paths', () => {
    expect(warningsOf({ paths: ['/a/:b', '/a/:c'] })).toEqual([])
  })

  it('are not reported for a live route and its draft', () => {
    const api = shop({ testing: { enabled: true, headerValue: 'v' } })
    expect(compile(api).routes).toHaveLength(2)
    expect(compile(api).warnings).toEqual([])
  })

  it('are reported for two routes of a draft, too', () => {
    const routes = ['r', 's'].map((id) => ({ id, backend: 'main', frontend: { paths: ['/a'] } }))
    const draft = shop({ routes })
    const { warnings } = compile(shop({ testing: { enabled: true, headerValue: 'v' } }), { draft })
    expect(warnings.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/draft/routes/1/frontend', 'route.collision'],
    ])
  })
})

describe('a guarded route that names its methods', () => {
  const P = 'cp:gateway.next.plugins.'
  const codesOf = (
    open: Frontend,
    admin: Frontend = { paths: ['/admin'], methods: ['GET'] },
    guard: { plugin: string; config?: Record<string, unknown> } = { plugin: `${P}ApikeyCalls` },
  ) =>
    compile(
      shop({
        flows: [{ id: 'keys', plugins: { slots: [guard] } }, { id: 'default_plugin_chain' }],
        routes: [
          { id: 'admin', backend: 'main', flow_ref: 'keys', frontend: admin },
          { id: 'open', backend: 'main', frontend: open },
        ],
      }),
    )
      .warnings.filter(({ code }) => code === 'route.fallthrough')
      .map(({ pointer, code }) => [pointer, code])
  const told = [['/routes/0/frontend/methods', 'route.fallthrough']]

  it.each<[open: Frontend, expected: string[][]]>([
    [{ paths: ['/'] }, told],
    [{ paths: ['/admin'] }, told],
    [{ paths: ['/'], methods: ['POST'] }, told],
    [{ paths: ['/'], methods: ['GET'] }, []],
    [{ paths: ['/'], exact: true }, []],
    [{ paths: ['/'], headers: { 'X-A': '1' } }, []],
    [{ paths: ['/other'] }, []],
    [{ paths: ['/admin'], methods: ['POST'] }, []],
  ])('is reported if an open route takes the other methods: %j', (open, expected) => {
    expect(codesOf(open)).toEqual(expected)
  })

  it.each<[plugin: string, config: Record<string, unknown>, expected: string[][]]>([
    ['ApikeyCalls', { mandatory: true }, told],
    ['ApikeyCalls', { mandatory: false }, []],
    ['IpAddressAllowedList', { addresses: ['10.0.0.1'] }, told],
  ])('is one whose plugin %s with %j refuses requests', (plugin, config, expected) => {
    const guard = { plugin: `${P}${plugin}`, config }
    expect(codesOf({ paths: ['/'] }, undefined, guard)).toEqual(expected)
  })

  it('is not reported if it names no methods, because it matches all', () => {
    expect(codesOf({ paths: ['/'] }, { paths: ['/admin'] })).toEqual([])
  })
})

describe('routes of several APIs', () => {
  const placed = (api: GatewayApi): Placed[] =>
    compile(api).routes.map((route, i) => ({ route, pointer: `/${api.id}/routes/${i}` }))
  function warningsOfAll(...apis: GatewayApi[]) {
    const { warn, list } = collectWarnings()
    warnOfCollisions(apis.flatMap(placed), warn)
    return list().map(({ pointer, code }) => [pointer, code])
  }
  const testing = (headerValue: string) => ({ enabled: true, headerValue })

  it('with the same id are reported: the id of a draft can be the id of an older API', () => {
    const colx = shop({ id: 'colx', testing: testing('v') })
    const old = shop({ id: 'testing_colx', domain: 'other.tld' })
    expect(warningsOfAll(colx, old)).toEqual([['/testing_colx/routes/0', 'route.id.duplicate']])
  })

  it('with the same testing header are reported once for each API', () => {
    const of = (id: string, value: string) => shop({ id, domain: `${id}.tld`, testing: testing(value) })
    expect(warningsOfAll(of('a', 'v'), of('b', 'v'), of('c', 'w'))).toEqual([
      ['/b/testing/headerValue', 'testing.header.shared'],
    ])
  })
})
