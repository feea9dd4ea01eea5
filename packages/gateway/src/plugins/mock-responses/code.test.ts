import { beforeAll, describe, expect, it } from 'vitest'
import { createDocument } from '../../documents/document.ts'
import { loadCompiler } from '../../openapi/checks.ts'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import type { Answer } from '../../plugin-api/hooks.ts'
import { costOf } from '../../suite/cost.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } })
const getting = (responses: object) => ({ get: { responses } })
const node = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    next: { $ref: '#/components/schemas/Node' },
    all: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
  },
}
/** Each choice has the next level as often again. */
const choices = {
  oneOf: Array.from({ length: 6 }, (_, i) => ({
    type: 'object',
    required: ['kind', 'a', 'b'],
    properties: {
      kind: { const: `kind${i}` },
      a: { $ref: '#/components/schemas/Choices' },
      b: { $ref: '#/components/schemas/Choices' },
    },
  })),
}
const document = {
  openapi: '3.1.0',
  paths: {
    '/named': getting({
      200: {
        content: json(
          {},
          { examples: { cat: { value: { name: 'Tom' } }, dog: { $ref: '#/components/examples/Dog' } } },
        ),
      },
      404: { content: json({ type: 'object', properties: { code: { type: 'integer', example: 404 } } }) },
      '5XX': { description: 'Failed' },
    }),
    '/example': getting({ 201: { content: json({ example: 'no' }, { example: 'yes' }) }, 202: {} }),
    '/schema': getting({ 200: { content: json({ example: { from: 'schema' } }) } }),
    '/default': getting({ default: { content: json({ default: 7 }) } }),
    '/none': getting({ 204: { description: 'Nothing' } }),
    '/moved': getting({
      302: {
        headers: {
          Location: { schema: { type: 'string', format: 'uri' } },
          'X-N': { example: 3 },
          'Content-Length': { example: 9 },
        },
      },
    }),
    '/silent': getting({}),
    '/types': getting({
      200: {
        content: {
          'text/plain': { example: 'plain' },
          'application/json': { example: [1] },
          'application/problem+json': { example: {} },
        },
      },
    }),
    '/made': getting({
      200: {
        content: json({
          type: 'object',
          required: ['id', 'kind', 'at', 'list', 'code', 'price'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            kind: { enum: ['cat', 'dog'] },
            at: { type: 'string', format: 'date-time' },
            list: { type: 'array', items: { type: 'integer', minimum: 3 }, minItems: 2, uniqueItems: true },
            code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
            price: { type: 'number', exclusiveMinimum: 0, maximum: 0.5 },
            note: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }] },
            secret: { type: 'string', writeOnly: true },
            wrong: { type: 'integer', example: 'not an integer' },
          },
        }),
      },
    }),
    '/tree': getting({ 200: { content: json({ $ref: '#/components/schemas/Node' }) } }),
    '/choices': getting({ default: { content: json({ $ref: '#/components/schemas/Choices' }) } }),
    '/lost': getting({ 200: { content: json({ $ref: '#/components/schemas/Lost' }) } }),
  },
  components: { schemas: { Node: node, Choices: choices }, examples: { Dog: { value: { name: 'Rex' } } } },
}

const reported: Error[] = []
const hooks = () => compiled('MockResponses', {}, { document: createDocument(JSON.stringify(document)), reported })

function ask(path: string, headers: readonly string[] = [], method = 'GET') {
  const verdict = hooks().request!(fakeExchange({ path, headers, method })) as { answer?: Answer; refuse?: string }
  if (!verdict.answer) return verdict.refuse
  const { status, headers: list, body } = verdict.answer
  const all = Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]]] : [])))
  return { status, body, type: all['Content-Type'], applied: all['Preference-Applied'], headers: all }
}

beforeAll(() => loadCompiler())

describe('a mock', () => {
  it.each([
    [
      'has the first named example',
      '/named',
      [],
      { status: 200, body: '{"name":"Tom"}', type: 'application/json', applied: undefined },
    ],
    [
      'has the example that the client prefers',
      '/named',
      ['Prefer', 'example=dog'],
      { body: '{"name":"Rex"}', applied: 'example=dog' },
    ],
    [
      'ignores an example that does not exist',
      '/named',
      ['Prefer', 'example=cow'],
      { body: '{"name":"Tom"}', applied: undefined },
    ],
    [
      'has the status that the client prefers',
      '/named',
      ['Prefer', 'code=404'],
      { status: 404, body: '{"code":404}', applied: 'code=404' },
    ],
    [
      'has a status of a class',
      '/named',
      ['Prefer', 'code="503"; x=1'],
      { status: 503, body: undefined, applied: 'code=503' },
    ],
    ['ignores a status that is not documented', '/named', ['Prefer', 'code=409'], { status: 200, applied: undefined }],
    [
      'reads several preferences',
      '/named',
      ['Prefer', 'wait=1, code=200', 'Prefer', 'example=dog'],
      { body: '{"name":"Rex"}', applied: 'code=200, example=dog' },
    ],
    [
      'prefers the example of the media type to that of the schema, and the lowest success',
      '/example',
      [],
      { status: 201, body: '"yes"' },
    ],
    ['has the example of the schema', '/schema', [], { body: '{"from":"schema"}' }],
    ['has the response default as 200, and the default of the schema', '/default', [], { status: 200, body: '7' }],
    [
      'has the response default for each status',
      '/default',
      ['Prefer', 'code=418'],
      { status: 418, body: '7', applied: 'code=418' },
    ],
    ['has no body with 204', '/none', [], { status: 204, body: undefined, type: undefined }],
    [
      'has the documented headers',
      '/moved',
      [],
      { status: 302, headers: { Location: 'https://example.com/', 'X-N': '3', Vary: 'Accept, Prefer' } },
    ],
    ['is an empty 200 if no response is documented', '/silent', [], { status: 200, body: undefined }],
    ['has the first media type', '/types', [], { type: 'text/plain', body: 'plain' }],
    [
      'has the media type that the client accepts',
      '/types',
      ['Accept', 'application/json'],
      { type: 'application/json', body: '[1]' },
    ],
    [
      'has the media type with the highest quality',
      '/types',
      ['Accept', 'text/*;q=0.2, application/problem+json;q=0.9, */*;q=0.1'],
      { type: 'application/problem+json' },
    ],
    ['has the first media type if none is accepted', '/types', ['Accept', 'image/png'], { type: 'text/plain' }],
  ])('%s', (_, path, headers, expected) => {
    expect(ask(path, headers)).toMatchObject(expected)
  })

  it('has values made from the schema, which are always the same', () => {
    const { body } = ask('/made') as { body: string }
    expect(JSON.parse(body)).toEqual({
      id: '00000000-0000-4000-8000-000000000000',
      kind: 'cat',
      at: '2024-01-01T00:00:00Z',
      list: [3, 4],
      code: 'AA-000',
      price: 0.25,
      note: null,
      wrong: 0,
    })
    expect(ask('/made')).toMatchObject({ body })
  })

  it('is made once, whatever clients prefer and accept', async () => {
    const { request } = hooks()
    const ask = (i: number) => {
      const headers = ['Prefer', `example=x${i}, code=2${i % 90}0`, 'Accept', `text/x${i}`]
      return request!(fakeExchange({ path: '/choices', headers }))
    }
    expect(await costOf(() => ask(0))).toBeLessThan(20)
    expect(await costOf(() => Array.from({ length: 200 }, (_, i) => ask(i + 1)))).toBeLessThan(4)
  })

  it('of a recursive schema ends', () => {
    expect(JSON.parse((ask('/tree') as { body: string }).body)).toEqual({ id: 0, all: [] })
  })

  it.each([
    ['/toys', 'GET', 'errors.service.not.found'],
    ['/named', 'PUT', 'errors.method.not.allowed'],
    ['/lost', 'GET', 'errors.route.misconfigured'],
  ])('does not exist for %s with %s', (path, method, cause) => {
    expect(ask(path, [], method)).toBe(cause)
  })

  it('needs a document', () => {
    expect(() => compiled('MockResponses')).toThrow('The API shop has no OpenAPI document')
  })
})

describe('mocks of Swagger 2.0', () => {
  it('have the example of the media type, or values of the schema', () => {
    const swagger = {
      swagger: '2.0',
      produces: ['application/json'],
      paths: {
        '/a': getting({ 200: { schema: { type: 'object' }, examples: { 'application/json': { a: 1 } } } }),
        '/b': getting({ 200: { schema: { type: 'array', items: { type: 'boolean' } } } }),
      },
    }
    const { request } = compiled('MockResponses', {}, { document: createDocument(JSON.stringify(swagger)) })
    const bodyOf = (path: string) => (request!(fakeExchange({ path })) as { answer: Answer }).answer.body
    expect([bodyOf('/a'), bodyOf('/b')]).toEqual(['{"a":1}', '[true]'])
  })
})
