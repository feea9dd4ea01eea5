import { describe, expect, it } from 'vitest'
import type { ApiRoute } from '../routes/route.ts'
import { compileOne, plainRoute } from './compile.fixture.ts'

type Frontend = NonNullable<ApiRoute['frontend']>
type Given = { domain?: string; context_path?: string } & ApiRoute['frontend']

describe('a frontend', () => {
  it.each<[rule: string, given: Given, domains: string[]]>([
    ['path stands behind domain and context path', { paths: ['/users'] }, ['api.x.tld/v1/users']],
    ['path of a domains entry does too', { domains: ['api.x.tld/users'] }, ['api.x.tld/v1/users']],
    ['path needs no domain', { domains: ['/users'] }, ['api.x.tld/v1/users']],
    ['path / adds nothing', { paths: ['/'] }, ['api.x.tld/v1']],
    ['path / of a domains entry adds nothing', { domains: ['api.x.tld/'] }, ['api.x.tld/v1']],
    ['without a path is the context path', {}, ['api.x.tld/v1']],
    ['with empty lists is the context path', { domains: [], paths: [] }, ['api.x.tld/v1']],
    ['with an empty path is the context path', { paths: [''] }, ['api.x.tld/v1']],
    ['that is a bare domain is the context path', { domains: ['api.x.tld'] }, ['api.x.tld/v1']],
    [
      'that is a bare domain beside one with a path is both',
      { domains: ['api.x.tld', 'api.x.tld/a'] },
      ['api.x.tld/v1', 'api.x.tld/v1/a'],
    ],
    ['that is a bare domain adds nothing to paths', { domains: ['api.x.tld'], paths: ['/a'] }, ['api.x.tld/v1/a']],
    [
      'has the paths of domains first, in their order',
      { domains: ['api.x.tld/b'], paths: ['/d', '/a'] },
      ['api.x.tld/v1/b', 'api.x.tld/v1/d', 'api.x.tld/v1/a'],
    ],
    ['says the same path once', { domains: ['/a'], paths: ['/a', 'a', '//a'] }, ['api.x.tld/v1/a']],
    ['has single slashes', { domain: 'api.x.tld/', context_path: '//v1//', paths: ['//a///b'] }, ['api.x.tld/v1/a/b']],
    ['keeps a slash at the end of a path', { paths: ['/a/'] }, ['api.x.tld/v1/a/']],
    ['path may miss its slash', { paths: ['users'] }, ['api.x.tld/v1/users']],
    ['does without a context path', { context_path: '', paths: ['/a'] }, ['api.x.tld/a']],
    ['does with the context path /', { context_path: '/', paths: ['/a', '/'] }, ['api.x.tld/a', 'api.x.tld']],
    ['does without a domain', { domain: '', paths: ['/a'] }, ['/v1/a']],
    ['does without anything', { domain: '', context_path: '' }, ['/']],
    [
      'keeps parameters and wildcards',
      { paths: ['/users/:id', '/files/*'] },
      ['api.x.tld/v1/users/:id', 'api.x.tld/v1/files/*'],
    ],
  ])('%s', (_, { domain = 'api.x.tld', context_path = '/v1', ...frontend }, domains) => {
    const { route, warnings } = compileOne({ domain, context_path, routes: [{ ...plainRoute, frontend }] })
    expect(route.frontend.domains).toEqual(domains)
    expect(warnings).toEqual([])
  })

  it('of another domain uses the domain of the API, with a warning', () => {
    const frontend = { domains: ['api.x.tld/a', 'other.tld/b', 'https://third.tld/c', 'API.X.TLD/d'] }
    const { route, warnings } = compileOne({ routes: [{ ...plainRoute, frontend }] })
    expect(route.frontend.domains).toEqual(['a', 'b', 'c', 'd'].map((path) => `api.x.tld/v1/${path}`))
    expect(warnings).toEqual([
      {
        pointer: '/routes/0/frontend/domains/1',
        message: 'The domain other.tld is ignored: routes use the domain of their API, api.x.tld',
      },
      {
        pointer: '/routes/0/frontend/domains/2',
        message: 'The domain third.tld is ignored: routes use the domain of their API, api.x.tld',
      },
    ])
  })

  it('of an API whose domain has a scheme drops the scheme, with a warning', () => {
    const { route, warnings } = compileOne({ domain: 'https://api.x.tld' })
    expect(route.frontend.domains).toEqual(['api.x.tld/v1/users'])
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/domain'])
  })

  it('keeps its requirements, and has every member', () => {
    const frontend = { headers: { 'X-A': '1' }, query: { q: '2' }, methods: ['get'], strip_path: true, exact: true }
    const flags = { strip_path: false, strip_context_path: false, exact: false, allow: [] }
    const other = { headers: {}, query: {}, methods: [], ...flags }
    expect(compileOne({ routes: [{ ...plainRoute, frontend }] }).route.frontend).toMatchObject({
      ...frontend,
      methods: ['GET'],
      domains: ['api.x.tld/v1'],
    })
    expect(compileOne({ routes: [{ ...plainRoute, frontend: {} }] }).route.frontend).toMatchObject(other)
    expect(compileOne({ routes: [{ id: 'a', backend: 'main' }] }).route.frontend).toMatchObject(other)
  })

  it.each<[given: Given, match: object]>([
    [
      { paths: ['/orders/:id'] },
      {
        host: 'api.x.tld',
        context_path: '/v1',
        path: '/orders/:id',
        segments: [
          { kind: 'text', text: 'v1' },
          { kind: 'text', text: 'orders' },
          { kind: 'parameter', name: 'id' },
        ],
        context_segments: 1,
      },
    ],
    [
      { domain: 'API.x.tld:8080', context_path: '', paths: ['/*'] },
      {
        host: 'api.x.tld',
        port: 8080,
        context_path: '',
        path: '/*',
        segments: [{ kind: 'rest' }],
        context_segments: 0,
      },
    ],
    [
      { domain: '', context_path: '/' },
      { host: '', context_path: '', path: '', segments: [], context_segments: 0 },
    ],
    [
      { domain: '*.x.tld', context_path: '/a//b/', paths: ['/'] },
      {
        host: '*.x.tld',
        context_path: '/a/b',
        path: '',
        segments: [
          { kind: 'text', text: 'a' },
          { kind: 'text', text: 'b' },
        ],
        context_segments: 2,
      },
    ],
  ])('is split into host, context path and path: %j', (given, match) => {
    const { domain = 'api.x.tld', context_path = '/v1', ...frontend } = given
    const { route } = compileOne({ domain, context_path, routes: [{ ...plainRoute, frontend }] })
    expect(route.frontend.matches).toEqual([match])
  })

  it.each<[NonNullable<ApiRoute['frontend']>, string]>([
    [{ paths: ['/a/:id.json', '/b'] }, 'path.invalid'],
    [{ headers: { 'X-A': 'Regex([)' } }, 'condition.invalid'],
  ])('that is stored and invalid rejects requests: %j', (frontend, code) => {
    const { route, codes } = compileOne({ routes: [{ ...plainRoute, frontend }] })
    expect(route.refusal?.cause).toBe('errors.route.misconfigured')
    expect(codes).toEqual([code])
  })

  it('that is not canonical is matched in its canonical form, with a warning', () => {
    const frontend = { domains: ['api.x.tld/%7Eme'], paths: ['/ok', '/é/{id}%2d'] }
    const { route, warnings, codes } = compileOne({ context_path: '/%761', routes: [{ ...plainRoute, frontend }] })
    expect(route.frontend.domains).toEqual(['~me', 'ok', '%C3%A9/{id}-'].map((path) => `api.x.tld/v1/${path}`))
    expect(route.frontend.matches.map(({ context_path, path }) => [context_path, path])).toEqual([
      ['/v1', '/~me'],
      ['/v1', '/ok'],
      ['/v1', '/%C3%A9/{id}-'],
    ])
    expect(route.refusal).toBeUndefined()
    expect(new Set(codes)).toEqual(new Set(['path.canonical']))
    expect(warnings.map(({ pointer }) => pointer)).toEqual([
      '/context_path',
      '/routes/0/frontend/domains/0',
      '/routes/0/frontend/paths/1',
    ])
    expect(warnings[2]?.message).toMatch(/^The path \/é\/\{id\}%2d is matched as \/%C3%A9\/\{id\}-/)
  })

  it.each<[path: string, allow: Frontend['allow'], missing: string[]]>([
    ['/a;b/{c}%FF', [], ['raw-bytes', 'path-parameters']],
    ['/a;b/{c}%FF', ['raw-bytes'], ['path-parameters']],
    ['/a%2Fb', ['encoded-slash'], []],
    ['/$a<;>/:b', [], []],
  ])('path %s with the allowances %j warns about %j', (path, allow, missing) => {
    const { route, warnings, codes } = compileOne({
      routes: [{ ...plainRoute, frontend: { paths: [path], ...(allow && { allow }) } }],
    })
    expect(route.refusal).toBeUndefined()
    expect(codes).toEqual(missing.map(() => 'path.allow'))
    for (const [i, name] of missing.entries()) {
      expect(warnings[i]?.pointer).toBe('/routes/0/frontend/allow')
      expect(warnings[i]?.message).toContain(name)
    }
  })
})
