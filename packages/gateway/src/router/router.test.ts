import { describe, expect, it } from 'vitest'
import { createRouter } from './create-router.ts'
import { asDraft, changed, entriesOf, entryOf, request, routerOf, taken, valuesIn } from './router.fixture.ts'
import type { Router } from './router.ts'

describe('the host', () => {
  it('is compared as a whole; a route without a host takes every host', () => {
    const router = routerOf('h.x/', '/')
    expect(taken(router, 'h.x/a')).toBe('h.x/')
    expect(taken(router, 'g.h.x/a')).toBe('/')
    expect(taken(router, '/a')).toBe('/')
  })

  it('exact comes before the longest wildcard, shorter wildcards and routes without a host', () => {
    const router = routerOf('/', '*.x/', '*.h.x/', 'g.h.x/')
    expect(taken(router, 'g.h.x/')).toBe('g.h.x/')
    expect(taken(router, 'f.h.x/')).toBe('*.h.x/')
    expect(taken(router, 'f.g.h.x/')).toBe('*.h.x/')
    expect(taken(router, 'h.x/')).toBe('*.x/')
    expect(taken(router, 'x/')).toBe('/')
  })

  it('falls through to the next one if none of its routes takes the request, however long their paths are', () => {
    const router = routerOf('h.x/a/b', '*.x/c', '/')
    expect(taken(router, 'h.x/a/b')).toBe('h.x/a/b')
    expect(taken(router, 'h.x/c')).toBe('*.x/c')
    expect(taken(router, 'h.x/d')).toBe('/')
  })

  it('comes before the path', () => {
    const router = routerOf('/a/b/c', 'h.x/')
    expect(taken(router, 'h.x/a/b/c')).toBe('h.x/')
  })

  it('with a port takes requests to this port only, and before the host without one', () => {
    const router = routerOf('h.x/', 'h.x:81/', '*.x:82/')
    expect(taken(router, 'h.x:81/')).toBe('h.x:81/')
    expect(taken(router, 'h.x:80/')).toBe('h.x/')
    expect(taken(router, 'h.x/')).toBe('h.x/')
    expect(taken(router, 'g.x:82/')).toBe('*.x:82/')
    expect(taken(router, 'g.x/')).toBeUndefined()
  })
})

describe('the path', () => {
  it('is compared by whole segments', () => {
    const router = routerOf('/v1')
    expect(taken(router, '/v1')).toBe('/v1')
    expect(taken(router, '/v1/x')).toBe('/v1')
    expect(taken(router, '/v10')).toBeUndefined()
    expect(taken(router, '/')).toBeUndefined()
  })

  it('is compared with case', () => {
    expect(taken(routerOf('/a'), '/A')).toBeUndefined()
  })

  const kinds = ['/a.j', '/{x}.j', '/$x<[a-b.j]+>', '/:x', '/*']
  it.each(kinds.map((_, i) => kinds.slice(i)))('prefers %s over the others', (first, ...others) => {
    expect(taken(routerOf(...others, first), '/a.j')).toBe(first)
    expect(taken(routerOf(first, ...others), '/a.j')).toBe(first)
  })

  it('prefers a star that stands for one segment over one that stands for the rest', () => {
    const router = routerOf('/*', '/*/b')
    expect(taken(router, '/a/b')).toBe('/*/b')
    expect(taken(router, '/a/c')).toBe('/*')
  })

  it('is compared from the left: an earlier text decides, whatever follows', () => {
    const router = routerOf('/:x/b/c', '/a/:y/:z')
    expect(taken(router, '/a/b/c')).toBe('/a/:y/:z')
  })

  it('leads back to a less specific branch if nothing in the more specific one takes the request', () => {
    const router = routerOf('/a/b/c', '/a/:y/d', '/:x/b/e', '/*')
    expect(taken(router, '/a/b/d')).toBe('/a/:y/d')
    expect(taken(router, '/a/b/e')).toBe('/:x/b/e')
    expect(taken(router, '/a/b/f')).toBe('/*')
  })

  it('leads back, too, if only a method or a condition rules out the more specific branch', () => {
    const router = routerOf('POST /a/b', { at: '/a/:x', query: { q: 'v' } }, '/:y')
    expect(taken(router, 'POST /a/b')).toBe('POST /a/b')
    expect(taken(router, '/a/b?q=v')).toBe('/a/:x')
    expect(taken(router, '/a/b')).toBe('/:y')
  })

  it('prefers more segments among prefixes', () => {
    const router = routerOf('/', '/a', '/a/b')
    expect(taken(router, '/a/b/c')).toBe('/a/b')
    expect(taken(router, '/a/c')).toBe('/a')
    expect(taken(router, '/c')).toBe('/')
  })

  it('prefers exact over prefix', () => {
    const router = routerOf('/a', { at: 'GET,POST /a', exact: true })
    expect(taken(router, '/a')).toBe('GET,POST /a')
    expect(taken(router, '/a/b')).toBe('/a')
  })

  it('compares patterns of one kind by what follows them', () => {
    const router = routerOf('/$x<a.*>/:y', '/$x<.*b>/c')
    expect(taken(router, '/ab/c')).toBe('/$x<.*b>/c')
    expect(taken(router, '/ab/d')).toBe('/$x<a.*>/:y')
  })

  it('compares the methods and conditions of patterns of one kind', () => {
    const router = routerOf('/{x}.j', 'GET /a{x}')
    expect(taken(router, '/a.j')).toBe('GET /a{x}')
    expect(taken(router, 'POST /a.j')).toBe('/{x}.j')
  })

  it('matters up to its trailing slash to exact routes only', () => {
    const router = routerOf({ at: '/a', exact: true }, { at: '/b/', exact: true }, '/c', '/d/')
    expect(taken(router, '/a')).toBe('/a')
    expect(taken(router, '/a/')).toBeUndefined()
    expect(taken(router, '/b/')).toBe('/b/')
    expect(taken(router, '/b')).toBeUndefined()
    expect(taken(router, '/c/')).toBe('/c')
    expect(taken(router, '/d')).toBe('/d/')
  })

  it('of an exact route at the root is the root, whose slash is no trailing one', () => {
    const router = routerOf({ at: 'h.x', exact: true }, { at: '/', exact: true })
    expect(taken(router, 'h.x/')).toBe('h.x')
    expect(taken(router, '/')).toBe('/')
    expect(taken(router, '/a')).toBeUndefined()
  })

  it('has a rest of at least one segment; the rest includes a trailing slash', () => {
    const router = routerOf({ at: '/a/*', exact: true })
    expect(taken(router, '/a')).toBeUndefined()
    expect(taken(router, '/a/')).toBeUndefined()
    expect(taken(router, '/a/b')).toBe('/a/*')
    expect(taken(router, '/a/b/c/')).toBe('/a/*')
  })

  it('has empty segments that match no segment of a route', () => {
    const router = routerOf({ at: '/:x', allow: ['empty-segments'] })
    expect(taken(router, '//a')).toBeUndefined()
    expect(taken(router, '/a//b')).toBe('/:x')
  })
})

describe('path parameters', () => {
  it('have the values of the path, in the order of their names', () => {
    const router = routerOf('/a/:x/$y<[0-9]+>/{z}', '/b')
    expect(valuesIn(router, '/a/1%20/2/3/4')).toEqual(['1%20', '2', '3'])
    expect(valuesIn(router, '/b/c')).toEqual([])
  })

  it('take as few characters as possible in mixed segments', () => {
    const router = routerOf('/{x}-{y}', '/{x}.json', '/v{x}:cancel', '/{x}-{y}.{z}')
    expect(valuesIn(router, '/a-b-c')).toEqual(['a', 'b-c'])
    expect(valuesIn(router, '/-a-b')).toEqual(['-a', 'b'])
    expect(valuesIn(router, '/a.json.json')).toEqual(['a.json'])
    expect(valuesIn(router, '/v1:cancel')).toEqual(['1'])
    expect(valuesIn(router, '/.json')).toBeUndefined()
    expect(valuesIn(router, '/v:cancel')).toBeUndefined()
    expect(valuesIn(routerOf('/{x}-{y}.{z}'), '/a.b-c.d.e')).toEqual(['a.b', 'c', 'd.e'])
  })

  it('do not split percent-encoded characters', () => {
    expect(valuesIn(routerOf('/{x}2{y}'), '/a%20b2c')).toEqual(['a%20b', 'c'])
    expect(valuesIn(routerOf('/{x}0'), '/a%20')).toBeUndefined()
  })

  it('are found beyond the thirtieth segment', () => {
    const path = '/a'.repeat(40)
    expect(valuesIn(routerOf(`${path}/:x`), `${path}/1`)).toEqual(['1'])
  })

  it('are found in paths of any length', () => {
    const path = '/a'.repeat(4000)
    expect(valuesIn(routerOf('/:x/:y'), path)).toEqual(['a', 'a'])
  })
})

describe('drafts', () => {
  const withDraft = () => {
    const router = createRouter<object>()
    router.replace('a', [changed(entryOf('/a'), { name: 'live' }), asDraft(changed(entryOf('/a'), { name: 'draft' }))])
    return router
  }
  const testing = { headers: { 'x-testing': 'secret' } }

  it('come before live routes of the same shape, if the testing header has its value', () => {
    expect(taken(withDraft(), '/a', testing)).toBe('draft')
  })

  it.each([undefined, '', 'secre', 'secret2', 'Secret', 'secret, secret'])('do not exist for the value %j', (value) => {
    expect(taken(withDraft(), '/a', value === undefined ? {} : { headers: { 'x-testing': value } })).toBe('live')
  })

  it('come before live routes with methods and conditions, since those are compared later', () => {
    const router = createRouter<object>()
    router.replace('a', [entryOf({ at: 'GET /a', headers: { 'X-A': 'v' } }), asDraft(entryOf('/a'))])
    expect(taken(router, '/a', { headers: { 'x-testing': 'secret', 'x-a': 'v' } })).toBe('/a')
  })

  it('come after live routes with a more specific path', () => {
    const router = createRouter<object>()
    router.replace('a', [entryOf('/a/b'), asDraft(entryOf('/a'))])
    expect(taken(router, '/a/b', testing)).toBe('/a/b')
    expect(taken(router, '/a/c', testing)).toBe('/a')
  })

  it.each(['NotDefined()', 'Regex(.*)', 'Exists()'])(
    'have no condition in the value %s of their testing header',
    (value) => {
      const router = createRouter<object>()
      router.replace('a', [asDraft(entryOf('/a'), value)])
      expect(taken(router, '/a', { headers: { 'x-testing': value } })).toBe('/a')
      expect(taken(router, '/a', { headers: { 'x-testing': 'other' } })).toBeUndefined()
      expect(taken(router, '/a')).toBeUndefined()
    },
  )

  it('are compared by the conditions that they have beside the testing header', () => {
    const router = createRouter<object>()
    router.replace('a', [asDraft(entryOf('/a', 'a'))])
    router.replace('b', [asDraft(entryOf({ at: '/a', headers: { 'X-A': 'v' } }, 'b'))])
    expect(router.find(request('/a', { headers: { 'x-testing': 'secret', 'x-a': 'v' } }))?.entry.route.api_ref).toBe(
      'b',
    )
  })

  it('without a testing header take no requests', () => {
    const { testing: _, ...route } = asDraft(entryOf('/a')).route
    const router = createRouter<object>()
    router.replace('a', [{ route, plan: {} }])
    expect(taken(router, '/a', testing)).toBeUndefined()
  })
})

describe('the method', () => {
  it('named comes before any', () => {
    const router = routerOf('/a', 'GET /a')
    expect(taken(router, 'GET /a')).toBe('GET /a')
    expect(taken(router, 'POST /a')).toBe('/a')
  })

  it('comes before conditions', () => {
    const router = routerOf({ at: '/a', headers: { 'X-A': 'v' } }, 'GET /a')
    expect(taken(router, '/a', { headers: { 'x-a': 'v' } })).toBe('GET /a')
  })

  it('HEAD is taken by routes that name GET', () => {
    expect(taken(routerOf('GET /a', '/'), 'HEAD /a')).toBe('GET /a')
  })

  it('HEAD is rather taken by a route that names it, of the same shape', () => {
    const router = routerOf({ at: 'GET /a', headers: { 'X-A': 'v' } }, 'GET /a', 'HEAD /a', '/a')
    expect(taken(router, 'HEAD /a', { headers: { 'x-a': 'v' } })).toBe('HEAD /a')
    expect(taken(router, 'GET /a', { headers: { 'x-a': 'v' } })).toBe('GET /a')
  })

  it('may be one that nobody knows', () => {
    const router = routerOf('LOCK /a', 'MOVE /a')
    expect(taken(router, 'MOVE /a')).toBe('MOVE /a')
    expect(taken(router, 'COPY /a')).toBeUndefined()
  })
})

describe('conditions', () => {
  const holding: readonly (readonly [string, string | undefined, boolean])[] = [
    ['v', 'v', true],
    ['v', 'V', false],
    ['v', undefined, false],
    ['Exists()', '', true],
    ['Exists()', undefined, false],
    ['NotDefined()', undefined, true],
    ['NotDefined()', '', false],
    ['Regex(v[0-9]+)', 'v12', true],
    ['Regex(v[0-9]+)', 'v12x', false],
    ['Regex(.*)', undefined, false],
    ['Wildcard(a*b)', 'ab', true],
    ['Wildcard(a*b)', 'a-b-b', true],
    ['Wildcard(a*b)', 'a-bc', false],
    ['Wildcard(aa*aa)', 'aaa', false],
    ['Wildcard(*b*)', 'abc', true],
    ['Wildcard(a*b*c)', 'a-c-b', false],
    ['Wildcard(a)', 'a', true],
    ['Exact(Exists())', 'Exists()', true],
  ]

  it.each(holding)('%s with the value %j: %j', (written, value, isTaken) => {
    const expected = isTaken ? '/a' : undefined
    const headers = value === undefined ? {} : { 'x-a': value }
    expect(taken(routerOf({ at: '/a', headers: { 'X-A': written } }), '/a', { headers })).toBe(expected)
    const query = value === undefined ? '' : `?q=${encodeURIComponent(value)}`
    expect(taken(routerOf({ at: '/a', query: { q: written } }), `/a${query}`)).toBe(expected)
  })

  it('all have to hold', () => {
    const router = routerOf({ at: '/a', headers: { 'X-A': 'v', 'X-B': 'v' }, query: { q: 'v' } })
    expect(taken(router, '/a?q=v', { headers: { 'x-a': 'v', 'x-b': 'v' } })).toBe('/a')
    expect(taken(router, '/a?q=v', { headers: { 'x-a': 'v' } })).toBeUndefined()
    expect(taken(router, '/a', { headers: { 'x-a': 'v', 'x-b': 'v' } })).toBeUndefined()
  })

  it('more on headers come first, then more on the query', () => {
    const headers = { 'x-a': 'v', 'x-b': 'v' }
    const first = entryOf({ at: '/a', headers: { 'X-A': 'v', 'X-B': 'v' } }, 'a')
    const second = entryOf({ at: '/a', headers: { 'X-A': 'v' }, query: { q: 'v', r: 'v' } }, 'b')
    const third = entryOf({ at: '/a', headers: { 'X-A': 'v' }, query: { q: 'v' } }, 'c')
    const router = createRouter<object>()
    const winner = () => router.find(request('/a?q=v&r=v', { headers }))?.entry
    router.replace('c', [third])
    expect(winner()).toBe(third)
    router.replace('b', [second])
    expect(winner()).toBe(second)
    router.replace('a', [first])
    expect(winner()).toBe(first)
  })

  it('that are invalid hold, because their route refuses requests', () => {
    const router = routerOf({ at: '/a', headers: { 'X-A': 'Regex([)' } }, '/')
    expect(router.find(request('/a'))?.entry.route.refusal).toMatchObject({ cause: 'errors.route.misconfigured' })
  })
})

describe('routes that are equal up to here', () => {
  const apiOf = (router: Router<object>) => router.find(request('/a'))?.entry.route.api_ref

  it.each([[['a', 'B', '-']], [['B', '-', 'a']]])('come in the order of the ids of their APIs, added as %j', (ids) => {
    const router = createRouter<object>()
    for (const id of ids) router.replace(id, [entryOf('/a', id)])
    for (const id of ['-', 'B', 'a']) {
      expect(apiOf(router)).toBe(id)
      router.replace(id, [])
    }
    expect(apiOf(router)).toBeUndefined()
  })

  it('come in the order of the list of their API', () => {
    const [one, other] = [entryOf('/a'), entryOf('/a')]
    const router = createRouter<object>()
    router.replace('api0', [one, other])
    expect(router.find(request('/a'))?.entry).toBe(one)
    router.replace('api0', [other, one])
    expect(router.find(request('/a'))?.entry).toBe(other)
  })
})

describe('several paths of a route that match', () => {
  it('come in their order, whatever paths other routes have', () => {
    const router = createRouter<object>()
    const [both] = entriesOf({ id: 'b', routes: [{ id: 'r', frontend: { paths: ['/{x}-{y}', '/a{z}'] } }] })
    router.replace('a', [entryOf({ at: '/a{z}', query: { q: 'v' } }, 'a')])
    router.replace('b', [both!])
    expect(valuesIn(router, '/a-b')).toEqual(['a', 'b'])
  })
})

describe('what a path needs', () => {
  it('has to be allowed by the route', () => {
    const router = routerOf({ at: '/a', allow: ['encoded-slash'] }, '/')
    expect(taken(router, '/a/%2F', { needs: 2 })).toBe('/a')
    expect(taken(router, '/a/%2F;', { needs: 2 | 4 })).toBeUndefined()
    expect(taken(router, '/b/%2F', { needs: 2 })).toBeUndefined()
  })
})

describe('disabled and refusing routes', () => {
  it('disabled ones take no requests, so that they hide no others', () => {
    const router = createRouter<object>()
    router.replace('a', [changed(entryOf('/a/b'), { enabled: false }), entryOf('/a')])
    expect(taken(router, '/a/b')).toBe('/a')
    expect(router.entriesOf('a')).toHaveLength(2)
    expect(router.size).toBe(1)
  })

  it('refusing ones take requests, so that none pass to others', () => {
    const refusal = { cause: 'errors.route.misconfigured', message: 'no such flow' } as const
    const router = createRouter<object>()
    router.replace('a', [changed(entryOf('/a/b'), { refusal }), entryOf('/a')])
    expect(taken(router, '/a/b')).toBe('/a/b')
  })
})

describe('allowed methods', () => {
  const allowed = (router: Router<object>, ...given: Parameters<typeof request>) => router.allowed(request(...given))

  it('are those of all routes that would take the request, at any branch and host', () => {
    const router = routerOf('POST h.x/a/b', 'PUT,LOCK /a/:x', 'DELETE /', 'PATCH /c')
    expect(allowed(router, 'h.x/a/b')).toEqual(['DELETE', 'LOCK', 'POST', 'PUT'])
    expect(allowed(router, '/a/b')).toEqual(['DELETE', 'LOCK', 'PUT'])
    expect(allowed(routerOf('/a'), '/b')).toEqual([])
  })

  it('include HEAD where GET is', () => {
    expect(allowed(routerOf('GET /a'), 'POST /a')).toEqual(['GET', 'HEAD'])
  })

  it('do not include those of drafts and of routes whose conditions do not hold', () => {
    const router = createRouter<object>()
    router.replace('a', [asDraft(entryOf('PUT /a')), entryOf({ at: 'PATCH /a', query: { q: 'v' } }), entryOf('GET /a')])
    expect(allowed(router, 'POST /a')).toEqual(['GET', 'HEAD'])
    expect(allowed(router, 'POST /a?q=v', { headers: { 'x-testing': 'secret' } })).toEqual([
      'GET',
      'HEAD',
      'PATCH',
      'PUT',
    ])
  })
})

describe('a route with several paths', () => {
  it('takes requests at each, and says at which', () => {
    const entries = entriesOf({ id: 'a', routes: [{ id: 'r', frontend: { paths: ['/a', '/b/:x'] } }] })
    const router = createRouter<object>()
    router.replace('a', entries)
    expect(router.find(request('/a'))?.match.path).toBe('/a')
    expect(router.find(request('/b/c'))).toMatchObject({ match: { path: '/b/:x' }, values: ['c'] })
    expect(router.size).toBe(1)
    router.replace('a', [])
    expect(router.find(request('/a'))).toBeUndefined()
    expect(router.find(request('/b/c'))).toBeUndefined()
  })
})
