import { importCounts } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, emitted, problem } from '../api-test.ts'

type Upload = Parameters<SignalboxApi['apis']['importOpenApi']>[0]['body']

const info = { title: 'Shop', version: '1' }
const servers = [{ url: 'https://shop.example/v1' }]
const getOrder = { operationId: 'getOrder', summary: 'One order', responses: {} }
const document = {
  openapi: '3.1.0',
  info,
  servers,
  paths: { '/orders/{id}': { get: getOrder }, '/{a*}/b': { get: {} } },
}

const yaml = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders/{id}: { get: { operationId: getOrder, summary: One order, responses: {} } }
  /{a*}/b: { get: {} }
`
const raw = (mediaType: string, text: string) => ({ mediaType, bytes: new TextEncoder().encode(text) })
const paths = (more: object) => ({ ...document, paths: { ...document.paths, ...more } })

/** Importing OpenAPI documents as APIs. */
export function describeOpenApiImport(test: ApiTest): void {
  const imported = (api: SignalboxApi, body: Upload = document) => api.apis.importOpenApi({ id: 'shop', body })
  const again = (api: SignalboxApi, body: Upload) => api.apis.importOpenApi({ into: 'shop', body })
  const urlOf = ({ documentation }: Awaited<ReturnType<SignalboxApi['apis']['get']>>) =>
    documentation?.resources?.map(({ url }) => String(url)) ?? []
  const idsOf = async (api: SignalboxApi) => (await api.apis.get({ id: 'shop' })).routes?.map(({ id }) => id)

  describe('an OpenAPI document', () => {
    test.for([
      ['as it is', document],
      ['in an envelope, with options beside it', { openapi: document, domain: 'api.tld', context_path: '/shop' }],
      ['as text in an envelope', { openapi: yaml, domain: 'api.tld', context_path: '/shop' }],
      ['as JSON', raw('application/json', JSON.stringify(document))],
      ['as YAML', raw('application/yaml; charset=utf-8', yaml)],
      ['as YAML under the name of the format', raw('application/vnd.oai.openapi', yaml)],
    ] as const)('%s becomes an API', async ([, body], { api }) => {
      const given = { id: 'shop', domain: 'api.tld', context_path: '/shop' }
      const answer = await api.apis.importOpenApi({ ...given, body })
      expect(answer).toMatchObject({
        ...given,
        name: 'Shop',
        version: '1',
        state: 'staging',
        routes: [{ id: 'getOrder', name: 'One order', frontend: { paths: ['/orders/:id'], methods: ['GET'] } }],
        backends: [
          { id: 'default_backend', backend: { root: '/v1', targets: [{ hostname: 'shop.example', port: 443 }] } },
        ],
        warnings: [{ pointer: '/paths' }, { pointer: '/paths/~1{a*}~1b/get' }],
      })
      const { warnings: _warnings, ...stored } = answer
      expect(await api.apis.get({ id: 'shop' })).toEqual({ ...stored, deployments: [] })
    })

    test('is stored, and linked from the documentation of the API', async ({ api }) => {
      const [url = ''] = urlOf(await imported(api))
      const [, id, sha256 = ''] = /^\/api\/apis\/(.*)\/documents\/(.*)$/.exec(url) ?? []
      expect(id).toBe('shop')
      expect(await api.apis.document({ id: 'shop', sha256 })).toEqual(document)
      await expect(api.apis.document({ id: 'shop', sha256: '0'.repeat(64) })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await api.apis.delete({ id: 'shop' })
      await expect(api.apis.document({ id: 'shop', sha256 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('in a dry run changes nothing, and reports the changes', async ({ api }) => {
      const events = await emitted(
        api,
        async () => {
          const answer = await api.apis.importOpenApi({ id: 'shop', body: document, dryRun: true })
          expect(answer).toMatchObject({ id: 'shop', routes: [{ id: 'getOrder' }], warnings: [{}, {}], conflicts: [] })
          expect(answer.changes?.map(({ text }) => text)).toContain('Route getOrder is added')
        },
        'Api',
      )
      expect(events.map(({ domain }) => domain)).toEqual([])
      await expect(api.apis.get({ id: 'shop' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('of an existing API is rejected', async ({ api }) => {
      await imported(api)
      await expect(imported(api)).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(api.apis.importOpenApi({ into: 'none', body: document })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    })

    test.for([
      [{}, '/openapi'],
      [{ openapi: '3.1.0', info, paths: { '/{a*}/b': { get: {} } } }, '/paths'],
      [{ openapi: document, colour: 'red' }, '/colour'],
      [{ openapi: document, dryRun: 'yes' }, 'dryRun'],
      [{ openapi: document, context_path: 'shop' }, 'context_path'],
    ] as const)('that is %j is rejected', async ([body, place], { api }) => {
      await expect(api.apis.importOpenApi({ body })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [place]: [expect.anything()] },
      })
    })
  })

  describe('a document that is imported again', () => {
    test('changes nothing if it is unchanged', async ({ api }) => {
      await imported(api)
      const before = await api.apis.get({ id: 'shop' })
      const events = await emitted(api, () => again(api, raw('text/yaml', yaml)), 'Api')
      expect(events).toEqual([])
      const after = await api.apis.get({ id: 'shop' })
      expect(after).toEqual(before)
      await api.apis.patch({ id: 'shop', body: { description: 'x' } }, { ifMatch: '*' })
    })

    test('adds, changes and removes routes, and keeps manual changes', async ({ api }) => {
      await imported(api, paths({ '/old': { get: {} }, '/kept': { get: {} } }))
      const { routes = [] } = await api.apis.get({ id: 'shop' })
      const byHand = routes.map((route) => (route.id === 'get-kept' ? { ...route, enabled: false } : route))
      const extra = { id: 'mine', frontend: { paths: ['/mine'] }, backend: 'default_backend' }
      await api.apis.patch({ id: 'shop', body: { routes: [...byHand, extra], tags: ['mine'] } })
      const next = paths({ '/new': { get: {} }, '/orders/{orderId}': { get: { ...getOrder, summary: 'An order' } } })
      const { '/orders/{id}': _old, ...rest } = next.paths as Record<string, object>
      const answer = await again(api, { ...next, paths: rest })
      expect(answer.routes).toMatchObject([
        { id: 'getOrder', name: 'An order', frontend: { paths: ['/orders/:orderId'] } },
        { id: 'get-kept', enabled: false },
        { id: 'mine' },
        { id: 'get-new' },
      ])
      expect(answer.tags).toEqual(['mine'])
      expect(answer.conflicts).toEqual([
        { pointer: '/routes/1', message: expect.stringContaining('get-kept'), kept: 'api' },
      ])
      expect(answer.changes?.map(({ text }) => text)).toEqual(
        expect.arrayContaining(['Route get-old is removed', 'Route get-new is added']),
      )
    })

    test('only reports changes in a dry run', async ({ api }) => {
      await imported(api)
      const plan = await api.apis.importOpenApi({ into: 'shop', dryRun: true, body: paths({ '/new': { get: {} } }) })
      expect(plan.changes?.map(({ text }) => text)).toContain('Route get-new is added')
      expect(await idsOf(api)).toEqual(['getOrder'])
    })

    test('keeps the former document as long as a deployment uses it', async ({ api }) => {
      const shaOf = async () =>
        urlOf(await api.apis.get({ id: 'shop' }))[0]
          ?.split('/')
          .at(-1) as string
      await imported(api)
      const first = await shaOf()
      await again(api, paths({ '/b': { get: {} } }))
      const second = await shaOf()
      await expect(api.apis.document({ id: 'shop', sha256: first })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await api.apis.deployments.create({ id: 'shop', body: {} })
      await again(api, paths({ '/c': { get: {} } }))
      expect(await api.apis.document({ id: 'shop', sha256: second })).toMatchObject({ openapi: '3.1.0' })
    })

    test('changes only the draft on request, until it is published', async ({ api }) => {
      await imported(api)
      await api.apis.deployments.create({ id: 'shop', body: {} })
      const moved = { ...paths({ '/b': { get: {} } }), servers: [{ url: 'https://new.example/v2' }] }
      const live = await api.apis.routes({ id: 'shop' })
      const tried = await api.apis.importOpenApi({ into: 'shop', draft: true, dryRun: true, body: moved })
      expect(tried.changes?.map(({ text }) => text)).toContain('Route get-b is added')
      await api.apis.importOpenApi({ into: 'shop', draft: true, body: moved })
      expect(await api.apis.routes({ id: 'shop' })).toEqual(live)
      expect(await idsOf(api)).toEqual(['getOrder'])
      const draft = await api.apis.draft.get({ id: 'shop' })
      expect(draft.routes?.map(({ id }) => id)).toEqual(['getOrder', 'get-b'])
      expect(draft.backends?.[0]?.backend).toMatchObject({ root: '/v2', targets: [{ hostname: 'new.example' }] })
      const events = await emitted(api, () => api.apis.importOpenApi({ into: 'shop', draft: true, body: moved }), 'Api')
      expect(events).toEqual([])

      const [line] = await collect(await api.apis.draft.export())
      expect(line).toMatchObject({ imported: { sha256: expect.any(String), base: { routes: [{}, { id: 'get-b' }] } } })
      await api.apis.draft.delete({ id: 'shop' })
      expect(await api.apis.draft.import({ body: [line as NonNullable<typeof line>] })).toMatchObject({ success: 1 })
      expect(await collect(await api.apis.draft.export())).toEqual([line])

      await api.apis.draft.delete({ id: 'shop' })
      const plan = await api.apis.importOpenApi({ into: 'shop', dryRun: true, body: moved })
      expect(plan.conflicts).toEqual([])
      expect(plan.changes?.map(({ text }) => text)).toContain('Route get-b is added')

      await api.apis.importOpenApi({ into: 'shop', draft: true, body: moved })
      await api.apis.deployments.create({ id: 'shop', body: {} })
      expect(await idsOf(api)).toEqual(['getOrder', 'get-b'])
      expect((await again(api, moved)).changes).toEqual([])
      const [url = ''] = urlOf(await api.apis.get({ id: 'shop' }))
      expect(await api.apis.document({ id: 'shop', sha256: url.split('/').at(-1) as string })).toEqual(moved)
      await expect(api.apis.importOpenApi({ draft: true, body: moved })).rejects.toMatchObject({
        fieldErrors: { draft: [expect.anything()] },
      })
    })

    test('does not update a changed API with If-Match', async ({ api }) => {
      await imported(api)
      await expect(
        api.apis.importOpenApi({ into: 'shop', body: document }, { ifMatch: '"other"' }),
      ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    })
  })

  describe('the documents of APIs', () => {
    test('move by nd-json after their APIs, for later imports', async ({ api }) => {
      await imported(api, paths({ '/b': { get: {} } }))
      await api.apis.deployments.create({ id: 'shop', body: {} })
      await again(api, document)
      const apis = await collect(await api.apis.export())
      const deployments = await collect(await api.apis.deployments.export())
      const documents = await collect(await api.apis.documents.export())
      expect(documents).toMatchObject([
        { apiRef: 'shop', document, base: { routes: [{ id: 'getOrder' }] } },
        { apiRef: 'shop', document: paths({ '/b': { get: {} } }) },
      ])
      await api.apis.delete({ id: 'shop' })
      expect(await api.apis.documents.import({ body: documents })).toMatchObject({
        success: 0,
        errors: { errors: [problem('error.line.invalid', '1', 'API shop does not exist'), expect.anything()] },
      })
      await api.apis.import({ body: apis })
      await api.apis.deployments.import({ body: deployments })
      for (const strategy of ['Keep', 'Replace'] as const)
        expect(await api.apis.documents.import({ body: documents, strategy })).toMatchObject({ success: 2 })
      const others = documents.map(({ document: _document, ...line }) => ({ ...line, base: { name: 'Another' } }))
      const kept = await api.apis.documents.import({ body: others as never })
      expect([kept.success, importCounts(kept)?.kept]).toEqual([0, 2])
      expect(await collect(await api.apis.documents.export())).toEqual(documents)
      for (const { sha256, document } of documents)
        expect(await api.apis.document({ id: 'shop', sha256 })).toEqual(document)
      expect((await again(api, document)).changes).toEqual([])
      const { conflicts } = await again(api, paths({ '/c': { get: {} } }))
      expect([conflicts, await idsOf(api)]).toEqual([[], ['getOrder', 'get-c']])
    })

    test('match their digests, the current document first', async ({ api }) => {
      await api.apis.create({ body: { id: 'shop', name: 'Shop' } })
      const sha256 = '0'.repeat(64)
      const base = { name: 'Shop', version: '1', routes: [], backends: [] }
      const lines = [
        { apiRef: 'shop', sha256, document },
        { apiRef: 'shop', sha256 },
        { apiRef: 'shop', sha256, base: { ...base, routes: 'none' } },
      ]
      const { success, errors } = await api.apis.documents.import({ body: lines })
      expect(success).toBe(0)
      expect(Object.keys(errors.fieldErrors).sort()).toEqual(['/1/sha256', '/2/base', '/3/routes'])
      expect(await api.apis.documents.import({ body: [{ apiRef: 'shop', sha256, base }] })).toMatchObject({
        success: 1,
      })
    })
  })
}
