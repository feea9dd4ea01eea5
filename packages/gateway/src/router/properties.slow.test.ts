import type { GatewayApi } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyApis, anyChanges, anyRequest } from './arbitrary.fixture.ts'
import { bruteForce, bruteForceMethods, type Listed } from './brute-force.fixture.ts'
import { createRouter } from './create-router.ts'
import { explainRoute } from './explain.ts'
import { entriesOf } from './router.fixture.ts'
import type { RouteRequest, Router, RouterEntry } from './router.ts'

const requests = fc.array(anyRequest, { minLength: 25, maxLength: 25 })

const compiled = (apis: readonly GatewayApi[]) =>
  new Map(apis.map((api) => [api.id as string, entriesOf({ ...api, id: api.id as string })]))

const listed = (apis: ReadonlyMap<string, readonly RouterEntry<object>[]>): Listed[] =>
  [...apis.values()].flatMap((entries) => entries.map((entry, place) => ({ entry, place })))

function routerOf(apis: Iterable<readonly [string, readonly RouterEntry<object>[]]>): Router<object> {
  const router = createRouter<object>()
  for (const [id, entries] of apis) router.replace(id, entries)
  return router
}

/** What a router says about a request, in full. */
const said = (router: Router<object>, request: RouteRequest) => [
  router.find(request),
  router.allowed(request),
  explainRoute(router, request).candidates,
]

describe('for any routes and requests', () => {
  it('a router finds what testing each route and sorting finds', () => {
    fc.assert(
      fc.property(anyApis, requests, (apis, all) => {
        const entries = compiled(apis)
        const router = routerOf(entries)
        for (const request of all) {
          const expected = bruteForce(listed(entries), request)
          const found = router.find(request)
          expect(found?.entry).toBe(expected?.entry)
          expect(found?.match).toBe(expected?.match)
          expect(found?.values).toEqual(expected?.values)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('it allows the methods of the routes that would take the request with them', () => {
    fc.assert(
      fc.property(anyApis, requests, (apis, all) => {
        const entries = compiled(apis)
        const router = routerOf(entries)
        for (const request of all) expect(router.allowed(request)).toEqual(bruteForceMethods(listed(entries), request))
      }),
      { numRuns: 600 },
    )
  })

  it('the order in which APIs are added makes no difference', () => {
    fc.assert(
      fc.property(anyApis, requests, (apis, all) => {
        const entries = compiled(apis)
        const one = routerOf(entries)
        const other = routerOf([...entries].reverse())
        for (const request of all) expect(said(other, request)).toEqual(said(one, request))
      }),
      { numRuns: 400 },
    )
  })

  it('an explanation names the route that is found, and lists it once', () => {
    fc.assert(
      fc.property(anyApis, requests, (apis, all) => {
        const router = routerOf(compiled(apis))
        for (const request of all) {
          const { found, candidates } = explainRoute(router, request)
          const direct = router.find(request)
          expect(found).toEqual(direct)
          expect(candidates.filter(({ won }) => won).map(({ route }) => route)).toEqual(
            direct ? [direct.entry.route.id] : [],
          )
        }
      }),
      { numRuns: 400 },
    )
  })

  it('a router that was changed equals one that was built afresh, and is as empty once all APIs are gone', () => {
    fc.assert(
      fc.property(anyApis, anyChanges, fc.infiniteStream(fc.nat()), requests, (apis, changes, chance, all) => {
        const now = compiled(apis)
        const router = routerOf(now)
        for (const api of changes) {
          const id = api.id as string
          // some of the routes that are there stay, in any order, among new ones
          const pool = [...(now.get(id) ?? []), ...entriesOf({ ...api, id })]
          const next = pool.filter(() => chance.next().value % 3 > 0)
          if (chance.next().value % 2) next.reverse()
          router.replace(id, next)
          now.set(id, next)
          expect(router.entriesOf(id)).toEqual(next)
        }
        const fresh = routerOf(now)
        expect(router.size).toBe(fresh.size)
        for (const request of all) expect(said(router, request)).toEqual(said(fresh, request))
        for (const id of now.keys()) router.replace(id, [])
        expect(router.size).toBe(0)
        for (const request of all) expect(said(router, request)).toEqual([undefined, [], []])
      }),
      { numRuns: 600 },
    )
  })
})
