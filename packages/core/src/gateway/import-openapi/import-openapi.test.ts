import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../../validate.ts'
import { apiSchema } from '../api.ts'
import { compile } from '../compile/compile.ts'
import { importOpenApi } from './import-openapi.ts'

const info = { title: 'Shop', version: '1.2' }
const servers = [{ url: 'https://shop.example/v1' }]
const documentOf = (paths: object, more: object = {}) => ({ openapi: '3.1.0', info, servers, paths, ...more })
const ok = { responses: {} }
const routesOf = (paths: object, more?: object) => importOpenApi(documentOf(paths, more)).api.routes
const warningsOf = (document: unknown) => importOpenApi(document).warnings
const backendOf = (more: object) => importOpenApi(documentOf({ '/a': { get: ok } }, more)).api.backends[0]?.backend

describe('an imported document', () => {
  it('is an API: its name, a route an operation, and the server as a backend', () => {
    const document = documentOf({
      '/orders/{id}': { get: { ...ok, operationId: 'getOrder', summary: 'One order' }, delete: ok },
    })
    const route = { enabled: true, backend: 'default_backend', flow_ref: 'default_plugin_chain' }
    const frontend = { paths: ['/orders/:id'], strip_path: false, exact: true }
    expect(importOpenApi(document, { domain: 'api.tld', context_path: '/shop' })).toEqual({
      api: {
        name: 'Shop',
        version: '1.2',
        domain: 'api.tld',
        context_path: '/shop',
        routes: [
          { id: 'getOrder', name: 'One order', ...route, frontend: { ...frontend, methods: ['GET'] } },
          { id: 'delete-orders-id', ...route, frontend: { ...frontend, methods: ['DELETE'] } },
        ],
        backends: [
          {
            id: 'default_backend',
            backend: {
              targets: [{ hostname: 'shop.example', port: 443, tls: true }],
              root: '/v1',
              rewrite: false,
              load_balancing: { type: 'RoundRobin' },
            },
          },
        ],
      },
      warnings: [],
    })
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'openapi: 3.0.0'],
    ['an object without a version', { paths: {} }],
    ['a version that is not known', { openapi: '4.0.0', paths: {} }],
    ['Swagger 1.2', { swaggerVersion: '1.2', apis: [] }],
  ])('cannot be %s', (_, document) => {
    expect(() => importOpenApi(document)).toThrow(
      expect.objectContaining({ code: 'INVALID', fieldErrors: { '/openapi': [expect.anything()] } }),
    )
  })

  it('without title, paths and servers is an API with no routes, and warnings', () => {
    const { api, warnings } = importOpenApi({ openapi: '3.0.0' })
    expect(api).toMatchObject({ name: 'Imported API', version: '0.0.1', routes: [] })
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/servers', '/paths', '/info/title'])
  })
})

describe('a path', () => {
  it.each<[template: string, path: string, query?: Record<string, string>]>([
    ['/', '/'],
    ['/a/', '/a/'],
    ['/a:batch', '/a:batch'],
    ['/{a-b}/{c}', '/:a-b/:c'],
    ['/{the id}', '/:the_id'],
    ['/a?b=1&c', '/a', { b: '1', c: '' }],
    ['/__proto__/{__proto__}', '/__proto__/:__proto__'],
  ])('%s is taken by a route with %s', (template, path, query) => {
    const [route, ...others] = routesOf({ [template]: { get: ok } })
    expect(others).toEqual([])
    expect(route?.frontend).toEqual({
      paths: [path],
      methods: ['GET'],
      ...(query && { query }),
      strip_path: false,
      exact: true,
    })
  })

  it.each([
    ['a', 'slash'],
    ['', 'slash'],
    ['/{a}.{b}', 'part of a segment'],
    ['/v{n}', 'part of a segment'],
    ['/{a}:cancel', 'part of a segment'],
    ['/{a', 'part of a segment'],
    ['/{path*}', 'span segments'],
    ['/{+path}', 'span segments'],
    ['/{proxy+}', 'span segments'],
    ['/:a', 'colon'],
    ['/a/*', 'star'],
    ['/a#b', 'fragment'],
    ['/a//b', 'empty segment'],
    ['/a/../b', 'dots'],
    ['/a?b={c}', 'query'],
    ['/a?b=1&b=2', 'query'],
  ])('%j is reported with the pointer of each operation: %s', (template, reason) => {
    const { api, warnings } = importOpenApi(documentOf({ [template]: { get: ok, post: ok } }))
    expect(api.routes).toEqual([])
    const place = template.replaceAll('~', '~0').replaceAll('/', '~1')
    expect(warnings).toEqual(
      ['get', 'post'].map((method) => ({
        pointer: `/paths/${place}/${method}`,
        message: expect.stringContaining(reason),
      })),
    )
  })

  it.each([
    ['/a/{id}', '/a/{name}'],
    ['/a', '/a/'],
    ['/a?x=1&y=2', '/a?y=2&x=1'],
  ])('%s is the same request as %s: the second is reported', (first, second) => {
    const { api, warnings } = importOpenApi(documentOf({ [first]: { get: ok }, [second]: { get: ok, put: ok } }))
    expect(api.routes.map(({ frontend }) => frontend?.methods)).toEqual([['GET'], ['PUT']])
    expect(warnings).toEqual([
      {
        pointer: `/paths/${second.replaceAll('/', '~1')}/get`,
        message: expect.stringContaining(`The route ${api.routes[0]?.id} takes the same requests`),
      },
    ])
  })

  it('that is an extension is none, and neither are members of it that are no methods', () => {
    expect(
      routesOf({ 'x-internal': { get: ok }, '/a': { get: ok, 'x-get': ok, parameters: [], summary: '' } }),
    ).toHaveLength(1)
  })

  it('that is no object is reported, as is a method that is none', () => {
    expect(warningsOf(documentOf({ '/a': null, '/b': { get: 'x' } })).map(({ pointer }) => pointer)).toEqual([
      '/paths/~1a',
      '/paths/~1b/get',
    ])
  })
})

describe('an id of a route', () => {
  it.each([
    [{ operationId: 'a:b c/d' }, 'a-b-c-d'],
    [{ operationId: 'Café' }, 'Cafe'],
    [{ operationId: '日本' }, 'get-a-id'],
    [{ operationId: '..' }, 'get-a-id'],
    [{ operationId: 7 }, 'get-a-id'],
    [{}, 'get-a-id'],
    [{ operationId: 'oauth2-token' }, 'oauth2-token-2'],
    [{ operationId: 'x'.repeat(1000) }, 'x'.repeat(200)],
  ])('of %j is %s', (operation, id) => {
    expect(routesOf({ '/a/{id}': { get: { ...ok, ...operation } } })[0]?.id).toBe(id)
  })

  it('is there once', () => {
    const paths = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`/${name}`, { get: { ...ok, operationId: 'same' } }]),
    )
    expect(routesOf({ ...paths, '/d': { get: { operationId: 'same-2' } } }).map(({ id }) => id)).toEqual([
      'same',
      'same-2',
      'same-3',
      'same-2-2',
    ])
  })
})

describe('servers', () => {
  it('are all targets, each once; one with another path is a warning', () => {
    const urls = ['https://a.tld/v1', 'http://b.tld:8080/v1/', 'wss://a.tld/v1', 'https://c.tld/v2', '//d.tld/v1']
    const document = documentOf({}, { servers: urls.map((url) => ({ url })) })
    expect(importOpenApi(document).api.backends[0]?.backend).toMatchObject({
      root: '/v1',
      targets: [
        { hostname: 'a.tld', port: 443, tls: true },
        { hostname: 'b.tld', port: 8080, tls: false },
        { hostname: 'c.tld', port: 443, tls: true },
        { hostname: 'd.tld', port: 443, tls: true },
      ],
    })
    expect(warningsOf(document)).toEqual([{ pointer: '/servers/3', message: expect.stringContaining('/v2') }])
  })

  it('take the defaults of their variables', () => {
    const variables = { host: { default: 'a.tld' }, port: { default: 8443 }, base: { enum: ['v2', 'v3'] } }
    expect(backendOf({ servers: [{ url: 'https://{host}:{port}/{base}', variables }] })).toMatchObject({
      root: '/v2',
      targets: [{ hostname: 'a.tld', port: 8443, tls: true }],
    })
  })

  it.each([
    ['a variable without a default', { url: 'https://{host}/v1' }, '/servers/0', 'no default'],
    ['no host', { url: '/v1' }, '/servers', 'No server names a host'],
    ['a path of where the document is', { url: 'v1' }, '/servers/0', 'left out'],
    ['another protocol', { url: 'ftp://a.tld' }, '/servers/0', 'left out'],
    ['no address', {}, '/servers/0', 'no address'],
    ['no address that can be read', { url: 'https://a b/' }, '/servers/0', 'left out'],
  ])('with %s are a warning', (_, server, pointer, message) => {
    expect(warningsOf(documentOf({}, { servers: [server] }))).toContainEqual({
      pointer,
      message: expect.stringContaining(message),
    })
  })

  it('keep their passwords out of everything', () => {
    const result = importOpenApi(documentOf({}, { servers: [{ url: 'https://ann:hunter2@a.tld/?key=hunter2' }] }))
    expect(result.api.backends[0]?.backend?.targets).toEqual([{ hostname: 'a.tld', port: 443, tls: true }])
    expect(JSON.stringify(result)).not.toContain('hunter2')
    expect(result.warnings).toHaveLength(1)
  })

  it('of a path or an operation are backends of their own, the same servers one backend', () => {
    const upload = [{ url: 'https://upload.tld/in' }]
    const { api } = importOpenApi(
      documentOf({
        '/a': { servers: upload, get: ok, put: { ...ok, servers } },
        '/b': { get: ok, put: { ...ok, servers: upload } },
      }),
    )
    expect(api.backends.map(({ id }) => id)).toEqual(['default_backend', 'upload.tld-in'])
    expect(api.routes.map(({ backend }) => backend)).toEqual([
      'upload.tld-in',
      'default_backend',
      'default_backend',
      'upload.tld-in',
    ])
  })

  it('of Swagger 2.0 are its host with the base path, by the safest of its schemes', () => {
    const swagger = { swagger: '2.0', info, host: 'a.tld:8443', basePath: '/v1', schemes: ['http', 'https'] }
    const paths = { '/a': { get: ok, put: { ...ok, schemes: ['http'] } } }
    const { api, warnings } = importOpenApi({ ...swagger, paths })
    expect(api.backends.map(({ id, backend }) => [id, backend?.root, backend?.targets])).toEqual([
      ['default_backend', '/v1', [{ hostname: 'a.tld', port: 8443, tls: true }]],
      ['a.tld-v1', '/v1', [{ hostname: 'a.tld', port: 8443, tls: false }]],
    ])
    expect(api.routes.map(({ backend }) => backend)).toEqual(['default_backend', 'a.tld-v1'])
    expect(warnings).toEqual([])
  })
})

describe('a reference', () => {
  it('inside the document is followed, what stands beside it goes first', () => {
    const pathItems = { 'a/b c': { get: { ...ok, operationId: 'shared' } } }
    const reference = { $ref: '#/components/pathItems/a~1b%20c' }
    expect(
      routesOf({ '/a': reference, '/b': { ...reference, put: ok } }, { components: { pathItems } }).map(({ id }) => id),
    ).toEqual(['shared', 'shared-2', 'put-b'])
  })

  it.each([
    ['out of the document', { $ref: 'https://elsewhere.tld/item.json' }, '/paths/~1a/$ref'],
    ['to a file', { $ref: './item.yaml#/a' }, '/paths/~1a/$ref'],
    ['nowhere', { $ref: '#/components/pathItems/none' }, '/paths/~1a/$ref'],
    ['to what is inherited', { $ref: '#/__proto__' }, '/paths/~1a/$ref'],
    ['to itself', { $ref: '#/paths/~1a' }, '/paths/~1a/$ref'],
  ])('%s is a warning', (_, item, pointer) => {
    const { api, warnings } = importOpenApi(documentOf({ '/a': item, '/b': { get: ok } }))
    expect(api.routes.map(({ id }) => id)).toEqual(['get-b'])
    expect(warnings).toEqual([{ pointer, message: expect.stringContaining('leads') }])
  })

  it('that comes back over others is a warning', () => {
    const item = (name: string) => ({ $ref: `#/components/pathItems/${name}` })
    const pathItems = { a: item('b'), b: item('c'), c: item('a') }
    expect(warningsOf(documentOf({ '/a': item('a') }, { components: { pathItems } }))).toHaveLength(1)
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('a', '{a}', ':', '#', '?', '..', '*', ''),
)
const template = fc
  .array(
    fc.oneof(
      text,
      text.map((name) => `{${name}}`),
    ),
    { maxLength: 4 },
  )
  .map((all) => `/${all.join('/')}`)
const anything = fc.jsonValue({ maxDepth: 2 })
const reference = fc
  .constantFrom('#/paths', '#/paths/~1', '#', '#/components/pathItems/a', 'x')
  .map(($ref) => ({ $ref }))
const serverList = fc.array(
  fc.oneof(fc.record({ url: fc.oneof(text, fc.webUrl()), variables: anything }, { requiredKeys: [] }), anything),
  { maxLength: 2 },
)
const anyOperation = fc.oneof(
  {
    arbitrary: fc.record(
      { operationId: text, summary: text, servers: serverList, schemes: anything },
      { requiredKeys: [] },
    ),
    weight: 5,
  },
  anything,
  reference,
)
const anyItem = fc.oneof(
  {
    arbitrary: fc.record(
      { get: anyOperation, post: anyOperation, trace: anyOperation, servers: serverList, parameters: anything },
      { requiredKeys: [] },
    ),
    weight: 5,
  },
  anything,
  reference,
)
const anyDocument = fc.record(
  {
    openapi: fc.constantFrom('3.0.3', '3.1.0'),
    info: fc.oneof(fc.record({ title: text, version: text, description: text }, { requiredKeys: [] }), anything),
    servers: fc.oneof(serverList, anything),
    paths: fc.dictionary(template, anyItem, { maxKeys: 6 }),
    components: fc.record({ pathItems: fc.dictionary(fc.constant('a'), anyItem) }),
    host: anything,
    basePath: anything,
  },
  { requiredKeys: ['openapi', 'paths'] },
)

describe('whatever is in a document', () => {
  it('an API comes of it that is valid, whose routes do not collide, the same each time', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyDocument,
          anyDocument.map(({ openapi: _, ...rest }) => ({ ...rest, swagger: '2.0' })),
        ),
        (document) => {
          const { api, warnings } = importOpenApi(document)
          expect(importOpenApi(document)).toEqual({ api, warnings })
          const stored = validate(apiSchema, api)
          const compiled = compile({ ...stored, id: 'shop', state: 'published' })
          expect(compiled.warnings.filter(({ message }) => /would both answer|is taken/.test(message))).toEqual([])
          expect(compiled.routes).toHaveLength(api.routes.length)
        },
      ),
      { numRuns: 300 },
    )
  })
})
