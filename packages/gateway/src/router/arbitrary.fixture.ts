import type { GatewayApi } from '@signalbox/core/gateway'
import fc from 'fast-check'
import type { RouteRequest } from './router.ts'

/** Few names, so that routes compete for requests. */
const segments = fc.constantFrom(
  'a',
  'b',
  'ab',
  '{x}',
  '{x}.j',
  '{x}-{y}',
  'a{x}',
  'a{x}b',
  '$x<a.*>',
  '$x<[ab.]+>',
  '*',
)
const path = fc
  .tuple(fc.array(segments, { maxLength: 3 }), fc.boolean())
  .map(([list, slash]) => `/${list.map(withOwnNames).join('/')}${slash ? '/' : ''}`)
/** The names of the parameters of a path are unique. */
const withOwnNames = (segment: string, i: number) => segment.replace(/([{$])([xy])/g, `$1$2${i}`)

const condition = fc.constantFrom('v', 'w', 'Exists()', 'NotDefined()', 'Regex(v+)', 'Wildcard(v*)', 'Exact(Exists())')
const conditions = (...names: string[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    fc.dictionary(fc.constantFrom(...names), condition, { maxKeys: 2 }),
  )
const methods = fc.oneof(
  fc.constant<string[]>([]),
  fc.subarray(['GET', 'HEAD', 'POST', 'LOCK', 'MOVE'], { maxLength: 2 }),
)

const frontend = fc.record({
  paths: fc.array(path, { minLength: 1, maxLength: 2 }),
  methods,
  headers: conditions('X-A', 'X-B'),
  query: conditions('q', 'r'),
  exact: fc.boolean(),
  allow: fc.subarray(['encoded-slash', 'empty-segments'] as const),
})

const enabled = fc.integer({ min: 0, max: 5 }).map((one) => one > 0)

const api = (id: string): fc.Arbitrary<GatewayApi> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    state: fc.constant('published' as const),
    domain: fc.constantFrom('', '', 'h.x', 'g.h.x', '*.h.x', '*.x', 'h.x:81', '*.x:81'),
    context_path: fc.constantFrom('', '', '/a', '/{c}'),
    testing: fc.record({
      enabled: fc.boolean(),
      headerKey: fc.constantFrom('X-Testing', 'X-A'),
      headerValue: fc.constantFrom('v', 's'),
    }),
    routes: fc
      .array(fc.record({ frontend, enabled }), { maxLength: 4 })
      .map((list) => list.map((one, i) => ({ id: `r${i}`, ...one }))),
  })

/** A few APIs. `-` comes before `A` and `a` in UTF-8, not in all collations. */
export const anyApis = fc.tuple(api('a'), api('B'), api('-'))

/** The same APIs, each with some of its routes, in another order or with others. */
export const anyChanges = fc.array(fc.oneof(api('a'), api('B'), api('-')), { minLength: 1, maxLength: 6 })

const value = fc.constantFrom('v', 'vv', 'w', 's', 'Exists()', '')
const values = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 2 })

/** Any request. */
export const anyRequest: fc.Arbitrary<RouteRequest> = fc
  .record({
    host: fc.constantFrom('', 'h.x', 'g.h.x', 'f.g.h.x', 'x', 'other'),
    port: fc.constantFrom(undefined, 81, 82),
    path: fc
      .array(fc.constantFrom('a', 'b', 'ab', 'a.j', 'a-b', 'a-b-c', 'aab', '.j', ''), { maxLength: 4 })
      .map((list) => `/${list.join('/')}`),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'LOCK', 'MOVE', 'COPY'),
    headers: values('x-a', 'x-b', 'x-testing'),
    query: values('q', 'r'),
    needs: fc.constantFrom(0, 0, 0, 2, 8, 10),
  })
  .map(({ headers, query, ...given }) => ({
    ...given,
    headerValue: (name) => headers[name],
    queryValue: (name) => query[name],
  }))
