import type { JsonObject } from '@signalbox/core/gateway'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDocument } from '../../documents/document.ts'
import { loadCompiler } from '../../openapi/checks.ts'
import { fakeExchange, fakeHead, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { costOf } from '../../suite/cost.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
    born: { type: 'string', format: 'date' },
    secret: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    parent: { $ref: '#/components/schemas/Pet' },
    kind: { enum: ['cat', 'dog'] },
  },
  additionalProperties: false,
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const parameter = (where: string, name: string, schema: object, more: object = {}) => ({
  name,
  in: where,
  schema,
  ...more,
})
const any = { schema: { type: 'integer' } }
const byRef = { $ref: '#/components/schemas/Pet' }

const document = {
  openapi: '3.1.0',
  servers: [{ url: 'https://pets.example/v1' }],
  paths: {
    '/pets': {
      parameters: [parameter('header', 'X-Tenant', { type: 'integer' })],
      get: {
        parameters: [
          parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 100 }),
          parameter('query', 'tag', { type: 'array', items: { type: 'integer' }, maxItems: 3 }),
          parameter('query', 'ids', { type: 'array', items: { type: 'integer' } }, { explode: false }),
          parameter(
            'query',
            'sizes',
            { type: 'array', items: { type: 'integer' } },
            { style: 'pipeDelimited', explode: false },
          ),
          parameter(
            'query',
            'filter',
            { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] },
            { style: 'deepObject' },
          ),
          parameter('query', 'spread', {
            type: 'object',
            properties: { from: { type: 'integer' }, to: { type: 'integer' } },
          }),
          parameter('query', 'wild', { type: 'boolean' }),
          parameter('query', 'mark', { type: 'string' }, { allowEmptyValue: true }),
          { name: 'where', in: 'query', ...json({ type: 'object', required: ['a'] }) },
          parameter('cookie', 'seen', { type: 'integer' }),
          parameter('header', 'X-List', { type: 'array', items: { type: 'integer' } }),
          { $ref: '#/components/parameters/Page' },
        ],
        responses: { 200: { description: '', ...json({ type: 'array', items: byRef }) }, '4XX': { description: '' } },
      },
      post: {
        parameters: [parameter('header', 'X-Tenant', { type: 'string', pattern: '^t-' }, { required: true })],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: byRef },
            'application/merge+json; charset=utf-8': { schema: { type: 'object', maxProperties: 1 } },
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['age'],
                properties: {
                  age: { type: 'integer' },
                  tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
                },
              },
            },
            'text/*': { schema: { type: 'string', maxLength: 5 } },
            'multipart/form-data': { schema: { type: 'object' } },
          },
        },
        responses: { 201: { description: '' } },
      },
    },
    '/pets/mine': { get: { responses: {} } },
    '/pets/{id}': {
      get: { parameters: [parameter('path', 'id', { type: 'integer' }, { required: true })], responses: {} },
      put: {
        parameters: [parameter('path', 'id', { type: 'integer' }, { required: true })],
        requestBody: json({
          allOf: [{ type: 'object', properties: { a: { type: 'string' } } }],
          unevaluatedProperties: false,
        }),
        responses: {},
      },
    },
    '/files/{name}.{ext}': { get: { parameters: [parameter('path', 'ext', { enum: ['png'] })], responses: {} } },
    '/matrix/{at}': {
      get: {
        parameters: [parameter('path', 'at', { type: 'array', items: { type: 'integer' } }, { style: 'matrix' })],
      },
    },
    '/any': { post: { requestBody: { content: { 'application/*': any, '*/*': any } } } },
    '/bytes': { post: { requestBody: { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } } },
    '/broken': { post: { requestBody: json({ $ref: 'https://elsewhere.example/pet.json' }) } },
    '/slow': { post: { requestBody: json({ type: 'string', pattern: '^(?!x)' }) } },
  },
  components: { schemas: { Pet: pet }, parameters: { Page: parameter('query', 'page', { type: 'integer' }) } },
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly query?: string
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
  readonly route?: object
}

const hooksOf = (config: JsonObject = {}, of: object = document, reported: unknown[] = [], route: object = {}) =>
  compiled('OpenApiValidator', config, {
    document: createDocument(JSON.stringify(of)),
    reported,
    route: fakeRoute({ frontend: { methods: [], matches: [] }, ...route }),
  })

/** Sends a request through the hooks, with its body if they want it. */
function send(
  hooks: ReturnType<typeof hooksOf>,
  { body, headers = [], path = '/pets', ...more }: Sent,
): Refused | undefined {
  const length = body === undefined ? [] : ['Content-Length', String(body.length)]
  const exchange = fakeExchange({
    path,
    hasBody: body !== undefined,
    ...more,
    headers: [...headers, ...length],
  } as object)
  const wants = typeof hooks.body === 'function' && hooks.body(exchange)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return hooks.request!(wants ? { ...exchange, body: bytes } : exchange) as Refused | undefined
}

/** The cause of a refusal, and the problems by pointer. */
const shown = (refused: Refused | undefined) =>
  refused && [
    refused.refuse,
    Object.fromEntries(Object.entries(refused.fieldErrors ?? {}).map(([at, [one]]) => [at, one?.message])),
  ]

const get = (query: string, headers: readonly string[] = []): Sent => ({ query, headers })
const tenant = ['X-Tenant', 't-1']
const post = (body: unknown, type = 'application/json', headers: readonly string[] = tenant): Sent => ({
  method: 'POST',
  headers: ['Content-Type', type, ...headers],
  body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
})
const bad = (fieldErrors: object = {}) => ['errors.bad.request', fieldErrors]
const invalid = (fieldErrors: object) => ['errors.body.invalid', fieldErrors]
const unread = ['errors.media.type.unsupported', {}]
const deep = (levels: number) => `${'{"name":"ab","parent":'.repeat(levels)}{"name":"ab"}${'}'.repeat(levels)}`

beforeAll(() => loadCompiler())

describe('a request is validated:', () => {
  const rows: readonly (readonly [what: string, sent: Sent, expected: unknown])[] = [
    ['nothing but its path', {}, undefined],
    ['an unknown query parameter passes', get('?other=1'), undefined],
    ['an integer', get('?limit=5'), undefined],
    ['a text that is no integer', get('?limit=five'), bad({ '/query/limit': 'error.type' })],
    ['a fraction for an integer', get('?limit=1.5'), bad({ '/query/limit': 'error.type' })],
    ['an integer beyond its limits', get('?limit=101'), bad({ '/query/limit': 'error.maximum' })],
    ['a number too large to be one', get('?limit=1e999'), bad({ '/query/limit': 'error.type' })],
    ['an empty value', get('?limit='), bad({ '/query/limit': 'error.type' })],
    ['an empty value that may be', get('?mark='), undefined],
    [
      'each of repeated values, as backends choose either',
      get('?limit=1&limit=x'),
      bad({ '/query/limit': 'error.type' }),
    ],
    ['a boolean', get('?wild=true'), undefined],
    ['a text that is no boolean', get('?wild=yes'), bad({ '/query/wild': 'error.type' })],
    ['an encoded name and value', get('?lim%69t=%35'), undefined],
    ['a list with repeated names', get('?tag=1&tag=2'), undefined],
    ['an invalid item of a list', get('?tag=1&tag=b'), bad({ '/query/tag/1': 'error.type' })],
    ['too many items', get('?tag=1&tag=2&tag=3&tag=4'), bad({ '/query/tag': 'error.items.maximum' })],
    ['a list with commas', get('?ids=1,2,3'), undefined],
    ['an invalid item between commas', get('?ids=1,x'), bad({ '/query/ids/1': 'error.type' })],
    ['a list with pipes', get('?sizes=1%7C2|x'), bad({ '/query/sizes/2': 'error.type' })],
    ['a deep object', get('?filter[age]=3'), undefined],
    ['an invalid member of a deep object', get('?filter[age]=x'), bad({ '/query/filter/age': 'error.type' })],
    ['a missing member of a deep object', get('?filter[name]=x'), bad({ '/query/filter/age': 'error.required' })],
    ['members of an object as parameters', get('?from=1&to=x'), bad({ '/query/spread/to': 'error.type' })],
    ['JSON in a parameter', get('?where=%7B%22a%22%3A1%7D'), undefined],
    ['invalid JSON in a parameter', get('?where=%7B'), bad({ '/query/where': 'error.json' })],
    ['JSON in a parameter that does not fit', get('?where=%7B%7D'), bad({ '/query/where/a': 'error.required' })],
    ['a parameter by reference', get('?page=x'), bad({ '/query/page': 'error.type' })],
    ['a member of a prototype is no parameter', get('?constructor=1&__proto__=2'), undefined],
    ['a cookie', get('', ['Cookie', 'seen=1']), undefined],
    ['an invalid cookie', get('', ['Cookie', 'a=b; seen=x']), bad({ '/cookie/seen': 'error.type' })],
    ['a header of the path item', get('', ['X-Tenant', 'a']), bad({ '/header/X-Tenant': 'error.type' })],
    ['a header of the operation, which replaces it', post({ name: 'ab' }), undefined],
    ['a header with a list', get('', ['X-List', '1, 2']), undefined],
    ['an invalid item in a header', get('', ['X-List', '1, b']), bad({ '/header/X-List/1': 'error.type' })],
    ['a missing header', post({ name: 'ab' }, 'application/json', []), bad({ '/header/X-Tenant': 'error.required' })],
    [
      'a header that does not match its pattern',
      post({}, 'application/json', ['X-Tenant', 'x']),
      bad({ '/header/X-Tenant': 'error.pattern' }),
    ],
    [
      'several parameters at once',
      get('?limit=x&wild=x'),
      bad({ '/query/limit': 'error.type', '/query/wild': 'error.type' }),
    ],
    ['a path parameter', { path: '/pets/7' }, undefined],
    ['an invalid path parameter', { path: '/pets/seven' }, bad({ '/path/id': 'error.type' })],
    ['a path with text before one with a parameter', { path: '/pets/mine' }, undefined],
    ['parameters inside a segment', { path: '/files/a.b.gif' }, bad({ '/path/ext': 'error.enum' })],
    ['a path parameter with the style matrix', { path: '/matrix/;at=1,x' }, bad({ '/path/at/1': 'error.type' })],
    ['a path with the base path of a server', { path: '/v1/pets/seven' }, bad({ '/path/id': 'error.type' })],
    ['an unknown path', { path: '/toys' }, ['errors.service.not.found', {}]],
    ['an unknown method', { path: '/pets/7', method: 'DELETE' }, ['errors.method.not.allowed', {}]],
    ['HEAD like GET', { path: '/pets/seven', method: 'HEAD' }, bad({ '/path/id': 'error.type' })],
    ['a body', post({ name: 'ab', tags: ['a', 'b'], kind: 'cat', born: '2024-02-29' }), undefined],
    [
      'a body without its required members, except members that the server sets',
      post({}),
      invalid({ '/name': 'error.required' }),
    ],
    ['an unknown member', post({ name: 'ab', nme: 1 }), invalid({ '/nme': 'error.unknown.field' })],
    [
      'a member of a referenced schema',
      post({ name: 'ab', parent: { name: 'x' } }),
      invalid({ '/parent/name': 'error.length.minimum' }),
    ],
    ['a date that does not exist', post({ name: 'ab', born: '2023-02-29' }), invalid({ '/born': 'error.format' })],
    ['items that are equal', post({ name: 'ab', tags: ['a', 'a'] }), invalid({ '/tags': 'error.items.unique' })],
    ['a value that is not listed', post({ name: 'ab', kind: 'cow' }), invalid({ '/kind': 'error.enum' })],
    [
      'several members at once',
      post({ name: 'A', kind: 1 }),
      invalid({ '/name': 'error.length.minimum', '/kind': 'error.enum' }),
    ],
    [
      'unevaluated members',
      { path: '/pets/7', ...post({ a: '', b: '' }), method: 'PUT' },
      invalid({ '': 'error.unevaluatedProperties' }),
    ],
    ['JSON that is malformed', post('{"name":'), bad()],
    ['JSON that is not UTF-8', post(new Uint8Array([34, 0xff, 34])), bad()],
    ['a member that comes twice', post('{"name":"99","name":"ab"}'), bad()],
    ['a nested member that comes twice', post('{"name":"ab","parent":{"name":"9","name":"ab"}}'), bad()],
    ['a member that comes twice with escapes', post('{"name":"99","n\\u0061me":"ab"}'), bad()],
    ['__proto__ twice', post('{"name":"ab","__proto__":1,"__proto__":2}'), bad()],
    [
      'a JSON parameter with a member twice',
      get('?where=%7B%22a%22%3A1%2C%22a%22%3A2%7D'),
      bad({ '/query/where': 'error.json' }),
    ],
    ['any type that matches a range with a schema', { path: '/any', ...post('<a/>', 'application/xml') }, unread],
    ['no type where a range has a schema', { path: '/any', method: 'POST', body: '{"x":1}' }, unread],
    ['JSON that matches a range', { path: '/any', ...post({ x: 1 }) }, invalid({ '': 'error.type' })],
    ['a range with a schema for any bytes', { path: '/bytes', ...post('<a/>', 'application/xml') }, undefined],
    ['JSON with a suffix', post({ a: 1, b: 2 }, 'application/merge+json'), invalid({ '': 'error.maxProperties' })],
    ['a form', post('age=3&tags=a&tags=b', 'application/x-www-form-urlencoded'), undefined],
    [
      'an invalid form',
      post('age=x&tags=a', 'application/x-www-form-urlencoded'),
      invalid({ '/age': 'error.type', '/tags': 'error.items.minimum' }),
    ],
    ['a text of a range of media types', post('123456', 'text/plain'), invalid({ '': 'error.length.maximum' })],
    ['a declared media type that is not read', post('--x', 'multipart/form-data; boundary=x'), undefined],
    ['a media type that is not declared', post('<a/>', 'application/xml'), ['errors.media.type.unsupported', {}]],
    [
      'a body without a media type',
      { method: 'POST', headers: tenant, body: '{}' },
      ['errors.media.type.unsupported', {}],
    ],
    [
      'a compressed body',
      post({ name: 'ab' }, 'application/json', [...tenant, 'Content-Encoding', 'gzip']),
      ['errors.media.type.unsupported', {}],
    ],
    [
      'a body where none is declared',
      { path: '/pets/7', body: '{}', headers: ['Content-Type', 'application/json'] },
      ['errors.media.type.unsupported', {}],
    ],
    ['no body where one is required', { method: 'POST', headers: tenant }, invalid({ '': 'error.required' })],
    ['an empty body where one is required', post('', 'application/json'), invalid({ '': 'error.required' })],
    ['a body that is nested', post(deep(100)), undefined],
    ['a body that is nested too deeply', post(deep(40_000)), invalid({})],
    ['a schema outside the document', { path: '/broken', ...post({}) }, ['errors.route.misconfigured', {}]],
    ['a pattern that takes no linear time', { path: '/slow', ...post('"a"') }, ['errors.route.misconfigured', {}]],
  ]
  const hooks = hooksOf()

  it.each(rows)('%s', (_, sent, expected) => {
    expect(shown(send(hooks, sent))).toEqual(expected)
  })
})

describe('settings', () => {
  it.each([
    ['query', get('?limit=x')],
    ['headers', get('', ['X-List', 'b'])],
    ['body', post({}, 'application/xml')],
  ])('%s: false leaves this part alone', (name, sent) => {
    expect(send(hooksOf({ [name]: false }), sent)).toBeUndefined()
  })

  it('undocumented: pass lets requests without an operation pass', () => {
    expect(send(hooksOf({ undocumented: 'pass' }), { path: '/toys' })).toBeUndefined()
  })

  it('mode: report lets everything pass and reports each problem once, without values', () => {
    const reported: Error[] = []
    const hooks = hooksOf({ mode: 'report' }, document, reported)
    for (const limit of ['hunter2', 'hunter2', 'x']) expect(send(hooks, get(`?limit=${limit}`))).toBeUndefined()
    expect(send(hooks, post({ name: 'S3cret' }))).toBeUndefined()
    expect(send(hooks, { path: '/broken', ...post({}) })).toBeUndefined()
    expect(reported.map(({ message }) => message)).toEqual([
      expect.stringContaining('errors.bad.request: Parameters of the request are invalid /query/limit (error.type)'),
      expect.stringContaining('/name (error.pattern)'),
      expect.stringContaining('https://elsewhere.example/pet.json'),
    ])
    expect(JSON.stringify(reported.map(String))).not.toMatch(/hunter2|S3cret/)
  })

  it('mode: report leaves names that clients choose out of reports', () => {
    const reported: Error[] = []
    const hooks = hooksOf({ mode: 'report' }, document, reported)
    for (const name of ['x1', 'x2']) send(hooks, post({ name: 'ab', [name]: 1 }))
    expect(reported.map(({ message }) => message)).toEqual([expect.stringContaining('/* (error.unknown.field)')])
  })

  it('mode: report reports bodies that are nested too deeply', () => {
    const reported: Error[] = []
    expect(send(hooksOf({ mode: 'report' }, document, reported), post(deep(11_000)))).toBeUndefined()
    expect(reported.map(({ message }) => message)).toEqual([expect.stringContaining('nested too deeply')])
  })

  it('mode: report reads no body whose length is large or unknown', () => {
    const { body } = hooksOf({ mode: 'report' }) as { body: (exchange: object) => boolean }
    const wants = (...length: string[]) =>
      body(
        fakeExchange({
          method: 'POST',
          path: '/pets',
          hasBody: true,
          headers: ['Content-Type', 'application/json', ...length],
        }),
      )
    expect([wants('Content-Length', '10'), wants('Content-Length', '9999999'), wants()]).toEqual([true, false, false])
  })
})

describe('an API without a document', () => {
  it('refuses: the slot cannot be compiled', () => {
    expect(() => compiled('OpenApiValidator')).toThrow('The API shop has no OpenAPI document')
  })

  it('is reported with mode: report', () => {
    const reported: unknown[] = []
    expect(compiled('OpenApiValidator', { mode: 'report' }, { reported })).toEqual({})
    expect(reported).toHaveLength(1)
  })
})

describe('documents of earlier versions', () => {
  const old = {
    openapi: '3.0.3',
    paths: {
      '/a': {
        post: {
          requestBody: json({
            type: 'object',
            properties: {
              age: { type: 'integer', minimum: 0, exclusiveMinimum: true },
              note: { type: 'string', nullable: true },
              kind: { $ref: '#/components/schemas/Kind', nullable: true },
              other: { nullable: true, allOf: [{ $ref: '#/components/schemas/Kind' }] },
            },
          }),
        },
      },
    },
    components: { schemas: { Kind: { type: 'string', enum: ['a'] } } },
  }
  const swagger = {
    swagger: '2.0',
    basePath: '/api',
    consumes: ['application/json'],
    paths: {
      '/a': {
        post: {
          parameters: [
            {
              name: 'ids',
              in: 'query',
              type: 'array',
              items: { type: 'integer' },
              collectionFormat: 'csv',
              required: true,
            },
            { name: 'body', in: 'body', required: true, schema: { type: 'object', required: ['x'] } },
          ],
        },
      },
    },
  }
  const sent = (body: object): Sent => ({ path: '/a', ...post(body) })

  it.each([
    ['nullable', old, sent({ note: null }), undefined],
    ['nullable beside a list of schemas', old, sent({ other: null }), undefined],
    ['members beside a reference, which mean nothing', old, sent({ kind: null }), invalid({ '/kind': 'error.type' })],
    [
      'an exclusive limit by a boolean',
      old,
      sent({ age: 0 }),
      invalid({ '/age': expect.stringMatching(/exclusiveMinimum/) }),
    ],
    ['the body of Swagger 2.0', swagger, { ...sent({}), query: '?ids=1,2' }, invalid({ '/x': 'error.required' })],
    [
      'a parameter of Swagger 2.0',
      swagger,
      { ...sent({ x: 1 }), query: '?ids=1,b' },
      bad({ '/query/ids/1': 'error.type' }),
    ],
    [
      'the base path of Swagger 2.0',
      swagger,
      { ...sent({ x: 1 }), path: '/api/a' },
      bad({ '/query/ids': 'error.required' }),
    ],
  ])('%s', (_, of, one, expected) => {
    expect(shown(send(hooksOf({}, of), one))).toEqual(expected)
  })
})

describe('the context path of an API', () => {
  const matches = [{ host: '', context_path: '/shop', path: '/pets', segments: [], context_segments: 1 }]

  it('stands before the paths of the document', () => {
    const hooks = hooksOf({}, document, [], { frontend: { methods: [], matches } })
    expect(shown(send(hooks, { path: '/shop/pets/seven' }))).toEqual(bad({ '/path/id': 'error.type' }))
    expect(shown(send(hooks, { path: '/pets/seven' }))).toEqual(bad({ '/path/id': 'error.type' }))
  })
})

describe('hostile schemas and bodies', () => {
  const node = {
    type: 'object',
    oneOf: [1, 2].map((i) => ({ title: `${i}`, properties: { next: { $ref: '#/components/schemas/Node' } } })),
  }
  const tree = { type: ['array', 'string'], uniqueItems: true, items: { $ref: '#/components/schemas/Tree' } }
  const of = (schema: object) => ({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: json(schema) } } },
    components: { schemas: { Node: node, Tree: tree } },
  })

  it.each([
    [
      'a schema whose work doubles with each level',
      { $ref: '#/components/schemas/Node' },
      `${'{"next":'.repeat(60)}{}${'}'.repeat(60)}`,
    ],
    [
      'a pattern that takes exponential time elsewhere',
      { type: 'string', pattern: '^(a+)+$' },
      JSON.stringify(`${'a'.repeat(50_000)}!`),
    ],
    ['a long list of equal objects', { type: 'array', uniqueItems: true }, `[${'{"a":1},'.repeat(50_000)}{"a":1}]`],
    [
      'many invalid items',
      { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      `[${'1,'.repeat(200_000)}1]`,
    ],
    [
      'many items of which one must fit a schema',
      { type: 'array', contains: { $ref: '#/components/schemas/Node' } },
      `[${'1,'.repeat(200_000)}1]`,
    ],
    [
      'many items of which one must fit one of two schemas',
      { type: 'array', contains: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Node' }] } },
      `[${'1,'.repeat(200_000)}1]`,
    ],
    [
      'a text that is long for a pattern with many steps',
      { type: 'string', pattern: '[a-z]{1,1000}[0-9]$' },
      JSON.stringify('a'.repeat(1_000_000)),
    ],
    [
      'many names for such a pattern',
      { type: 'object', patternProperties: { '[a-z]{1,1000}[0-9]$': false }, maxProperties: 1 },
      `{${Array.from({ length: 20_000 }, (_, i) => `"${'a'.repeat(100)}${i}z":1`).join()}}`,
    ],
    [
      'lists of unique items inside each other',
      { $ref: '#/components/schemas/Tree' },
      `${'['.repeat(1500)}${JSON.stringify('a'.repeat(500_000))},1,1${']'.repeat(1500)}`,
    ],
  ])('%s: refused at little cost', async (_, schema, body) => {
    const hooks = hooksOf({}, of(schema))
    const cost = await costOf(() => {
      expect(shown(send(hooks, { path: '/a', ...post(body) }))?.[0]).toBe('errors.body.invalid')
    })
    expect(cost).toBeLessThan(15)
  })
})

describe('many pairs', () => {
  const form = 'application/x-www-form-urlencoded'
  const hooks = hooksOf()
  const quickly = async (sent: Sent) => {
    let refused: ReturnType<typeof shown>
    const cost = await costOf(() => {
      refused = shown(send(hooks, sent))
    })
    expect(cost).toBeLessThan(4)
    return refused
  }

  it('are read in linear time', async () => {
    expect(await quickly(post(`age=3${'&tags=a'.repeat(4000)}`, form))).toBeUndefined()
    expect(await quickly(get(`?limit=1${'&limit=x'.repeat(4000)}`))).toEqual(bad({ '/query/limit': 'error.type' }))
  })

  it('beyond 4,096 are refused', async () => {
    expect(await quickly(post('a&'.repeat(1_000_000), form))).toEqual(bad())
    expect(await quickly(get(`?${'a&'.repeat(4096)}`))).toEqual(bad({ '/query': 'error.items.maximum' }))
  })
})

describe('response: report', () => {
  /** Sends a response through the hooks. */
  function respond(headers: readonly string[], body: string, status = 200, path = '/pets') {
    const reported: Error[] = []
    const hooks = hooksOf({ response: 'report' }, document, reported)
    const exchange = fakeExchange({ path })
    const head = fakeHead(headers, status)
    expect(hooks.response!(exchange, head)).toBeUndefined()
    const transform = hooks.responseBody!(exchange, head)
    const bytes = new TextEncoder().encode(body)
    if (transform) expect([transform.chunk(bytes), transform.flush!()]).toEqual([bytes, undefined])
    hooks.done!(exchange, {} as never)
    return reported.map(({ message }) => message)
  }
  const typed = ['Content-Type', 'application/json']

  it.each([
    ['a response that fits', typed, '[{"id":1,"name":"ab"}]', 200, []],
    [
      'a body that does not',
      typed,
      '[{"id":1,"name":"secret"},{}]',
      200,
      [expect.stringContaining('/*/id (error.required)')],
    ],
    ['a body that is no JSON', typed, '<p>', 200, [expect.stringContaining('not valid JSON')]],
    [
      'a media type that is not documented',
      ['Content-Type', 'text/html'],
      '<p>',
      200,
      [expect.stringContaining('text/html')],
    ],
    [
      'a status that is not documented',
      typed,
      '{}',
      500,
      [expect.stringContaining('the status 500 is not documented')],
    ],
    ['a status of a documented class', typed, '{}', 404, []],
    ['a compressed body', [...typed, 'Content-Encoding', 'br'], 'x', 200, []],
    ['a body that is too large', [...typed, 'Content-Length', '999999999'], '{}', 200, []],
  ])('%s', (_, headers, body, status, expected) => {
    expect(respond(headers, body, status)).toEqual(expected)
  })

  it('requires members that are readOnly, but none that are writeOnly', () => {
    expect(respond(typed, '[{"name":"ab"}]')).toEqual([expect.stringContaining('/*/id')])
  })
})
