import { describe, expect, it } from 'vitest'
import { createRouter } from './create-router.ts'
import { asDraft, entryOf, explained, routerOf } from './router.fixture.ts'

describe('an explanation', () => {
  it('lists the winner and those that would have won without it, in their order', () => {
    expect(explained(routerOf('/', '/a', '/a/:x'), '/a/b')).toEqual([
      { route: 'api2:r', won: true },
      { route: 'api1:r', won: false, because: 'later' },
      { route: 'api0:r', won: false, because: 'later' },
    ])
  })

  it('says what a candidate requires, and what the request has', () => {
    const router = routerOf(
      { at: '/a', exact: true },
      'POST,PUT /a',
      { at: '/a', headers: { 'X-A': 'v' } },
      { at: '/a', query: { q: 'Exists()' } },
      'h.x:81/a',
    )
    const candidates = explained(router, 'h.x/a/b', { headers: { 'x-a': 'w' } })
    expect(candidates).toEqual([
      { route: 'api4:r', won: false, because: 'host', expected: 'h.x:81', got: 'h.x' },
      { route: 'api0:r', won: false, because: 'path', expected: '/a', got: '/a/b' },
      { route: 'api1:r', won: false, because: 'method', expected: 'POST, PUT', got: 'GET' },
      { route: 'api2:r', won: false, because: 'header', expected: 'x-a: v', got: 'x-a: w' },
      { route: 'api3:r', won: false, because: 'query', expected: 'q: Exists()' },
    ])
  })

  it('says what the path needs that a route does not allow', () => {
    expect(explained(routerOf({ at: '/a', allow: ['raw-bytes'] }), '/a/%2F', { needs: 2 })).toEqual([
      { route: 'api0:r', won: false, because: 'disallowed', expected: 'raw-bytes', got: 'encoded-slash' },
    ])
  })

  it('names the testing header of a draft, and never a value', () => {
    const router = createRouter<object>()
    router.replace('api0', [asDraft(entryOf('/a'))])
    expect(explained(router, '/a', { headers: { 'x-testing': 'guess' } })).toEqual([
      { route: 'testing_api0:r', won: false, because: 'draft', expected: 'x-testing' },
    ])
  })

  it('lists a route once, with its nearest path', () => {
    const router = createRouter<object>()
    const entry = entryOf({ at: 'POST /a/b', exact: true })
    const matches = [
      entry.route.frontend.matches[0]!,
      { ...entry.route.frontend.matches[0]!, path: '/a', segments: [{ kind: 'text' as const, text: 'a' }] },
    ]
    const route = { ...entry.route, frontend: { ...entry.route.frontend, matches } }
    router.replace('api0', [{ route, plan: {} }])
    expect(explained(router, '/a/b')).toEqual([
      { route: 'api0:r', won: false, because: 'method', expected: 'POST', got: 'GET' },
    ])
  })

  it('lists nothing if no path is near', () => {
    expect(explained(routerOf('/a', 'h.x/b'), '/c')).toEqual([])
  })
})
