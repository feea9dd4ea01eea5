import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../../machine/schema/validate.ts'
import { apiSchema } from '../apis/api.ts'
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
  it('becomes an API with its name, a route for each operation, and a backend for the server', () => {
    const document = documentOf({
      '/orders/{id}': { get: { ...ok, operationId: 'getOrder', summary: 'One order' }, delete: ok },
    })
    const route = { enabled: true, backend: 'default_backend', flow_ref: 'default_plugin_chain' }
    const frontend = { paths: ['/orders/:id'], strip_path: false, strip_context_path: true, exact: true }
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
    ['a version to come', { openapi: '3.3.0', paths: { '/a': { get: ok } } }],
    ['Swagger 1.2', { swaggerVersion: '1.2', apis: [] }],
  ])('cannot be %s', (_, document) => {
    expect(() => importOpenApi(document)).toThrow(
      expect.objectContaining({ code: 'INVALID', fieldErrors: { '/openapi': [expect.anything()] } }),
    )
  })

  it('of an unsupported version is rejected with the supported ones', () => {
    expect(() => importOpenApi({ openapi: '3.9.0', paths: { '/a': { get: ok } } })).toThrow(
      'OpenAPI 3.9.0 is not supported: send OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0',
    )
  })

  it('without title and servers is an API with warnings', () => {
    const { api, warnings } = importOpenApi({ openapi: '3.0.0', paths: { '/a': { get: ok } } })
    expect(api).toMatchObject({ name: 'Imported API', version: '0.0.1', routes: [{ id: 'get-a' }] })
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/servers', '/info/title'])
  })

  it.each([
    ['no paths', {}, 'The document has no operations'],
    ['no operations', { paths: { '/a': { parameters: [] } } }, 'The document has no operations'],
    [
      'operations that no route can take',
      { paths: { '/{a': { get: ok, put: ok }, '/..': { get: ok } } },
      '3 of 3 operations have no route: 2 × The path has an unmatched brace: it cannot become a route; 1 × The path has a segment . or ..',
    ],
  ])('with %s is rejected, because the API would have no routes', (_, parts, message) => {
    const document = { openapi: '3.1.0', info, servers, ...parts }
    expect(() => importOpenApi(document)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        message: expect.stringContaining(message),
        fieldErrors: { '/paths': [expect.objectContaining({ message: 'error.routes.none' })] },
      }),
    )
  })

  it('begins its warnings with a summary', () => {
    const paths = { '/a': { get: ok }, '/b/..': { get: ok, put: ok }, '/a#x': { get: ok } }
    expect(warningsOf(documentOf(paths))[0]).toEqual({
      pointer: '/paths',
      message:
        '3 of 4 operations have no route: 2 × The path has a segment . or .., which requests do not have: it cannot become a route; 1 × Another route matches the same requests: this operation has no route of its own',
    })
  })

  it('of OpenAPI 3.2 has its further methods', () => {
    const additionalOperations = { COPY: { ...ok, operationId: 'copy' }, 'PURGE/1': ok }
    const paths = { '/a': { get: ok, query: { ...ok, operationId: 'find' }, additionalOperations } }
    const { api, warnings } = importOpenApi({ ...documentOf(paths), openapi: '3.2.0' })
    expect(api.routes.map(({ id, frontend }) => [id, frontend?.methods])).toEqual([
      ['get-a', ['GET']],
      ['find', ['QUERY']],
      ['copy', ['COPY']],
    ])
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/paths', '/paths/~1a/additionalOperations/PURGE~11'])
  })
})

describe('a path', () => {
  it.each<[template: string, path: string, conditions?: object]>([
    ['/', '/'],
    ['/a/', '/a/'],
    ['/a:batch', '/a:batch'],
    ['/{a-b}/{c}', '/:a_b/:c'],
    ['/{the id}', '/:the_id'],
    ['/{1st}/{id}/{id}', '/:_1st/:id/:id_2'],
    ['/__proto__/{__proto__}', '/__proto__/:__proto__'],
    ['/{Sid}.json', '/{Sid}.json'],
    ['/v{n}/{name}:cancel', '/v{n}/{name}:cancel'],
    ['/{a}.{b}', '/{a}.{b}'],
    ['/{a}{b}/{c}x{d}{e}', '/:a_b/{c}x{d_e}'],
    ['/{proxy+}', '/*'],
    ['/{bucket}/{+key}', '/:bucket/*'],
    ['/files/{path*}', '/files/*'],
    ['/:a', '/$text<:a>'],
    ['/a.*', '/$text<a\\.\\*>'],
    ['/a/*', '/a/$text<\\*>'],
    ['/{id}*', '/$id<.+\\*>'],
    ['/a b%', '/a%20b%25'],
    ['/a?b=1&c', '/a', { query: { b: '1', c: '' } }],
    ['/a?b={c}', '/a', { query: { b: 'Exists()' } }],
    ['/a?b=x-{c}&d=Exists()', '/a', { query: { b: 'Wildcard(x-*)', d: 'Exact(Exists())' } }],
    ['/a{?b,c}', '/a'],
  ])('%s becomes a route with %s', (template, path, conditions) => {
    const { api, warnings } = importOpenApi(documentOf({ [template]: { get: ok } }))
    expect(warnings).toEqual([])
    expect(api.routes.map(({ frontend }) => frontend)).toEqual([
      { paths: [path], methods: ['GET'], ...conditions, strip_path: false, strip_context_path: true, exact: true },
    ])
  })

  it.each([
    ['a', '/a', 'slash'],
    ['', '/', 'slash'],
    ['/a//b', '/a/b', 'consecutive slashes'],
    ['/a#b', '/a', '#b is ignored'],
  ])('%j becomes a route with %s and a warning about its form', (template, path, reason) => {
    const { api, warnings } = importOpenApi(documentOf({ [template]: { get: ok, post: ok } }))
    expect(api.routes.map(({ frontend }) => frontend?.paths)).toEqual([[path], [path]])
    const pointer = `/paths/${template.replaceAll('/', '~1')}`
    expect(warnings).toEqual([{ pointer, message: expect.stringContaining(reason) }])
  })

  it('with a colon is a parameter where the operation declares it', () => {
    const parameters = [{ name: 'id', in: 'path' }]
    expect(routesOf({ '/a/:id': { parameters, get: ok } })[0]?.frontend?.paths).toEqual(['/a/:id'])
  })

  it('with a fragment requires its header or query, as in documents of AWS', () => {
    const target = (value: string) => ({
      post: { operationId: value, parameters: [{ $ref: '#/components/parameters/target' }], responses: {} },
    })
    const action = { name: 'Action', in: 'query', required: true, schema: { enum: ['RunInstances'] } }
    const paths = {
      '/#X-Amz-Target=DynamoDB_20120810.GetItem': target('GetItem'),
      '/#X-Amz-Target=DynamoDB_20120810.PutItem': target('PutItem'),
      '/#Action=RunInstances': { parameters: [action], get: ok, post: ok },
      '/{Bucket}/{Key}#uploadId': { get: { ...ok, parameters: [{ name: 'uploadId', in: 'query' }] } },
      '/{Bucket}/{Key}': { get: ok },
      '/#X-Other=1&other=2': { put: ok },
    }
    const components = { parameters: { target: { name: 'X-Amz-Target', in: 'header', required: true } } }
    const { api, warnings } = importOpenApi(documentOf(paths, { components }))
    expect(api.routes.map(({ frontend }) => [frontend?.paths?.[0], frontend?.headers, frontend?.query])).toEqual([
      ['/', { 'X-Amz-Target': 'DynamoDB_20120810.GetItem' }, undefined],
      ['/', { 'X-Amz-Target': 'DynamoDB_20120810.PutItem' }, undefined],
      ['/', undefined, { Action: 'RunInstances' }],
      ['/', undefined, { Action: 'RunInstances' }],
      ['/:Bucket/:Key', undefined, { uploadId: 'Exists()' }],
      ['/:Bucket/:Key', undefined, undefined],
      ['/', { 'X-Other': '1' }, { other: '2' }],
    ])
    expect(warnings).toEqual([])
  })

  it.each([
    ['/{a', 'brace'],
    ['/{path*}/b', 'spans several segments'],
    ['/v1/{+name}:cancel', 'spans several segments'],
    ['/{.format}', 'operator that routes do not support'],
    ['/a/../b', 'segment . or ..'],
    ['/a?b=1&b=2', 'query'],
    ['/a?{b}=1', 'query'],
  ])('%j is reported with the pointer of each operation: %s', (template, reason) => {
    const { api, warnings } = importOpenApi(documentOf({ [template]: { get: ok, post: ok }, '/other': { get: ok } }))
    expect(api.routes).toHaveLength(1)
    const place = template.replaceAll('~', '~0').replaceAll('/', '~1')
    expect(warnings.slice(1)).toEqual(
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
    ['/{a}.json', '/{b}.json'],
    ['/a#x', '/a#y'],
  ])('%s matches the same request as %s, which is reported', (first, second) => {
    const { api, warnings } = importOpenApi(documentOf({ [first]: { get: ok }, [second]: { get: ok, put: ok } }))
    expect(api.routes.map(({ frontend }) => frontend?.methods)).toEqual([['GET'], ['PUT']])
    expect(warnings.filter(({ pointer }) => pointer.endsWith('/get'))).toEqual([
      {
        pointer: `/paths/${second.replaceAll('/', '~1')}/get`,
        message: expect.stringContaining(`The route ${api.routes[0]?.id} matches the same requests`),
      },
    ])
  })

  it('that is an extension is ignored, like members that are not methods', () => {
    expect(
      routesOf({ 'x-internal': { get: ok }, '/a': { get: ok, 'x-get': ok, parameters: [], summary: '' } }),
    ).toHaveLength(1)
  })

  it('that is not an object is reported, like an unknown method', () => {
    const paths = { '/a': null, '/b': { get: 'x', put: ok } }
    expect(warningsOf(documentOf(paths)).map(({ pointer }) => pointer)).toEqual([
      '/paths',
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
    [{ operationId: 'oauth2-keys' }, 'oauth2-keys-2'],
    [{ operationId: 'x'.repeat(1000) }, 'x'.repeat(200)],
  ])('of %j is %s', (operation, id) => {
    expect(routesOf({ '/a/{id}': { get: { ...ok, ...operation } } })[0]?.id).toBe(id)
  })

  it('is unique', () => {
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
  it('become targets, each once; a server with another path causes a warning', () => {
    const urls = ['https://a.tld/v1', 'http://b.tld:8080/v1/', 'wss://a.tld/v1', 'https://c.tld/v2', '//d.tld/v1']
    const document = documentOf({ '/a': { get: ok } }, { servers: urls.map((url) => ({ url })) })
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

  it('use the defaults of their variables', () => {
    const variables = { host: { default: 'a.tld' }, port: { default: 8443 }, base: { enum: ['v2', 'v3'] } }
    expect(backendOf({ servers: [{ url: 'https://{host}:{port}/{base}', variables }] })).toMatchObject({
      root: '/v2',
      targets: [{ hostname: 'a.tld', port: 8443, tls: true }],
    })
  })

  it.each([
    ['a variable without a default', { url: 'https://{host}/v1' }, '/servers/0', 'no default'],
    ['no host', { url: '/v1' }, '/servers', 'No server has a host'],
    ['a path of where the document is', { url: 'v1' }, '/servers/0', 'is ignored'],
    ['another protocol', { url: 'ftp://a.tld' }, '/servers/0', 'is ignored'],
    ['no URL', {}, '/servers/0', 'no URL'],
    ['no address that can be read', { url: 'https://a b/' }, '/servers/0', 'is ignored'],
  ])('with %s cause a warning', (_, server, pointer, message) => {
    expect(warningsOf(documentOf({ '/a': { get: ok } }, { servers: [server] }))).toContainEqual({
      pointer,
      message: expect.stringContaining(message),
    })
  })

  it('are stored without passwords', () => {
    const result = importOpenApi(
      documentOf({ '/a': { get: ok } }, { servers: [{ url: 'https://ann:hunter2@a.tld/?key=hunter2' }] }),
    )
    expect(result.api.backends[0]?.backend?.targets).toEqual([{ hostname: 'a.tld', port: 443, tls: true }])
    expect(JSON.stringify(result)).not.toContain('hunter2')
    expect(result.warnings).toHaveLength(1)
  })

  it('of a path or an operation become separate backends, one for the same servers', () => {
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

  it('of Swagger 2.0 consist of host, base path and the safest scheme', () => {
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
  it('inside the document is resolved; its siblings have precedence', () => {
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
  ])('%s causes a warning', (_, item, pointer) => {
    const { api, warnings } = importOpenApi(documentOf({ '/a': item, '/b': { get: ok } }))
    expect(api.routes.map(({ id }) => id)).toEqual(['get-b'])
    expect(warnings).toEqual([
      { pointer, message: expect.stringMatching(/has no target|is circular|is outside the document/) },
    ])
  })

  it('that is circular causes a warning', () => {
    const item = (name: string) => ({ $ref: `#/components/pathItems/${name}` })
    const pathItems = { a: item('b'), b: item('c'), c: item('a') }
    const paths = { '/a': item('a'), '/b': { get: ok } }
    expect(warningsOf(documentOf(paths, { components: { pathItems } }))).toHaveLength(1)
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

/** Imports a document; `undefined` if none of its operations can be a route. */
function tryImport(document: unknown) {
  try {
    return importOpenApi(document)
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID', fieldErrors: { '/paths': [{ message: 'error.routes.none' }] } })
    return undefined
  }
}

describe('any document', () => {
  it('becomes the same valid API each time, whose routes do not collide', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyDocument,
          anyDocument.map(({ openapi: _, ...rest }) => ({ ...rest, swagger: '2.0' })),
        ),
        (document) => {
          const imported = tryImport(document)
          expect(tryImport(document)).toEqual(imported)
          if (!imported) return
          const { api } = imported
          const stored = validate(apiSchema, api)
          const compiled = compile({ ...stored, id: 'shop', state: 'published' })
          expect(
            compiled.warnings.filter(({ message }) => /both match|An earlier entry has the id/.test(message)),
          ).toEqual([])
          expect(compiled.routes).toHaveLength(api.routes.length)
        },
      ),
      { numRuns: 300 },
    )
  })
})
