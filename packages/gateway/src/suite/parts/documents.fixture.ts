import { describe, expect, it } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })
const media = (schema: object) => ({ content: { 'application/json': { schema } } })

const order = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, note: { type: 'string', maxLength: 5 } },
  additionalProperties: false,
}
const document = {
  openapi: '3.1.0',
  paths: {
    '/orders': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'All', ...media({ type: 'array', items: order }) } },
      },
      post: { requestBody: { required: true, ...media(order) }, responses: { 201: { description: 'Created' } } },
    },
    '/files': { put: { requestBody: { content: { 'application/octet-stream': {} } } } },
  },
}

/** Registers tests of plugins that read the OpenAPI document of the API. */
export function describeDocuments({ name, open }: ProxySubject): void {
  describe(`${name}: the OpenAPI document of an API`, () => {
    const setUp = scenes(open)
    const json = { 'Content-Type': 'application/json', Accept: 'application/json' }

    it('refuses what does not match it, with each problem, before the backend', async () => {
      const { call, backend } = await setUp((_, response) => response.end('ok'), {
        document,
        slots: [slot('OpenApiValidator')],
      })
      const post = (body: string) => call('/orders', { method: 'POST', headers: json }, Buffer.from(body))
      const invalid = await post('{"note":"too long","extra":1}')
      expect([invalid.status, JSON.parse(invalid.text)]).toEqual([
        422,
        expect.objectContaining({
          'gateway-cause': 'errors.body.invalid',
          fieldErrors: {
            '/id': [expect.objectContaining({ message: 'error.required' })],
            '/extra': [expect.objectContaining({ message: 'error.unknown.field' })],
            '/note': [{ message: 'error.length.maximum', args: ['5'] }],
          },
        }),
      ])
      const wrong = await call('/orders?limit=x', { headers: { Accept: 'application/problem+json' } })
      expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
        400,
        expect.objectContaining({ status: 400, fieldErrors: { '/query/limit': [expect.anything()] } }),
      ])
      expect((await call('/toys')).status).toBe(404)
      expect((await call('/orders', { method: 'DELETE' })).headers.allow).toBe('GET, POST')
      expect(backend.seen).toEqual([])
      expect((await post('{"id":7}')).text).toBe('ok')
      expect(backend.seen.map(({ body }) => body)).toEqual(['{"id":7}'])
    })

    it('lets bodies of other media types stream, whatever their size', async () => {
      const { call, backend } = await setUp((_, response) => response.end('ok'), {
        document,
        slots: [slot('OpenApiValidator')],
      })
      const headers = { 'Content-Type': 'application/octet-stream' }
      const { text } = await call('/files', { method: 'PUT', headers }, Buffer.alloc(2_000_000, 'a'))
      expect([text, backend.seen[0]?.body.length]).toEqual(['ok', 2_000_000])
    })

    it('is what responses are reported against, which do not change', async () => {
      const body = '[{"id":1},{"id":"two"}]'
      const { call, reports } = await setUp(
        (_, response) => response.setHeader('Content-Type', 'application/json').end(body),
        { document, slots: [slot('OpenApiValidator', { response: 'report' })] },
      )
      for (let i = 0; i < 3; i++) expect((await call('/orders')).text).toBe(body)
      await expect
        .poll(() => reports.map(String))
        .toEqual([expect.stringMatching(/GET \/orders.*\/\*\/id \(error\.type\)/)])
    })

    it('is what mocks are made from, without a backend', async () => {
      const { call, backend } = await setUp(undefined, { document, slots: [slot('MockResponses')] })
      const { status, text, headers } = await call('/orders')
      expect([status, JSON.parse(text), headers['content-type']]).toEqual([
        200,
        [{ id: 0, note: 'strin' }],
        'application/json',
      ])
      const head = await call('/orders', { method: 'HEAD' })
      expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'application/json'])
      const created = await call('/orders', { method: 'POST', headers: { Prefer: 'code=201' } })
      expect([created.status, created.headers['preference-applied']]).toEqual([201, 'code=201'])
      expect((await call('/toys')).status).toBe(404)
      expect(backend.seen).toEqual([])
    })
  })
}
