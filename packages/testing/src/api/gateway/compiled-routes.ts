import { etagOf } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import type { ApiTest } from '../api-test.ts'

type NewApi = Parameters<SignalboxApi['apis']['create']>[0]['body']

const shop: NewApi & { id: string } = {
  id: 'shop',
  name: 'Shop',
  domain: 'api.x.tld',
  context_path: '/v1',
  groups: ['sales'],
  metadata: { owner: 'sales' },
  backends: [{ id: 'main', backend: { targets: [{ hostname: 'main.local', port: 8080 }] } }],
  clients_backend_config: [{ id: 'default_backend_client', client: { retries: 2 } }],
  routes: [{ id: 'orders', name: 'Orders', backend: 'main', frontend: { paths: ['/orders/:id'], methods: ['GET'] } }],
  documentation: {
    plans: [
      {
        id: 'tokens',
        status: 'published',
        access_mode_configuration_type: 'jwt',
        access_mode_configuration: { secret: 'a secret of the plan' },
      },
    ],
  },
}

/** Compiled routes: the self-contained routes that a gateway serves for an API. */
export function describeCompiledRoutes(test: ApiTest): void {
  const publish = async (api: SignalboxApi, body: NewApi) => {
    const { id } = await api.apis.create({ body })
    await api.apis.deployments.create({ id: id as string, body: {} })
  }
  const domainsOf = async (api: SignalboxApi) =>
    (await api.apis.routes({ id: 'shop' })).routes.map(({ id, frontend }) => [id, ...frontend.domains])

  describe('the compiled routes of an API', () => {
    test('are self-contained routes with masked secrets', async ({ api }) => {
      await publish(api, shop)
      const slot = { enabled: true, include: [], exclude: [], config: {} }
      const { routes, warnings } = await api.apis.routes({ id: 'shop' })
      const [deployed] = (await api.apis.deployments.list({ id: 'shop' })).results
      expect(warnings).toEqual([])
      expect(routes).toEqual([
        {
          id: 'shop:orders',
          name: 'Orders',
          enabled: true,
          api_ref: 'shop',
          api_state: 'published',
          version: '0.0.1',
          deployment: deployed?.id,
          blueprint: 'REST',
          draft: false,
          groups: ['sales'],
          tags: [],
          metadata: { owner: 'sales' },
          debug_flow: false,
          capture: false,
          export_reporting: false,
          frontend: {
            domains: ['api.x.tld/v1/orders/:id'],
            matches: [
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
            headers: {},
            query: {},
            methods: ['GET'],
            strip_path: false,
            strip_context_path: false,
            exact: false,
            allow: [],
          },
          backend: {
            ref: 'main',
            root: '',
            rewrite: false,
            targets: [
              {
                ...{ hostname: 'main.local', port: 8080, tls: false, weight: 1, drained: false, backup: false },
                protocol: 'HTTP/1.1',
              },
            ],
            load_balancing: { type: 'RoundRobin' },
            client: {
              ...{ useCircuitBreaker: true, retries: 2, maxErrors: 20, retryInitialDelay: 50, backoffFactor: 2 },
              ...{ callAndStreamTimeout: 120_000, callTimeout: 30_000, idleTimeout: 60_000, globalTimeout: 30_000 },
              ...{ connectionTimeout: 10_000, sampleInterval: 2000, maxConnections: 128, keepAlive: 60_000 },
              ...{ retryStatuses: [], retryBodyBytes: 65_536, retryBudget: 0.2 },
            },
          },
          plugins: [
            { ...slot, plugin: 'cp:gateway.next.plugins.OverrideHost' },
            {
              ...slot,
              plugin: 'cp:gateway.next.plugins.JwtUserExtractor',
              config: {
                ...{ mandatory: false, plan_ref: 'tokens', secret: '********' },
                ...{ header: 'Authorization', id_claim: 'sub', clock_skew: 5 },
              },
            },
            { ...slot, plugin: 'cp:gateway.next.plugins.ExpectedConsumer', config: { plan_required: true } },
          ],
        },
      ])
    })

    test('are none in staging without testing, with a warning', async ({ api }) => {
      await api.apis.create({ body: shop })
      const { routes, warnings } = await api.apis.routes({ id: 'shop' })
      expect([routes, warnings.map(({ pointer }) => pointer)]).toEqual([[], ['/state']])
    })

    test('include those of the draft with testing, behind its header', async ({ api }) => {
      await publish(api, { ...shop, testing: { enabled: true, headerValue: 'open' } })
      await api.apis.draft.patch({ id: 'shop', body: { context_path: '/v2' } })
      expect(await domainsOf(api)).toEqual([
        ['shop:orders', 'api.x.tld/v1/orders/:id'],
        ['testing_shop:orders', 'api.x.tld/v2/orders/:id'],
      ])
      const { routes } = await api.apis.routes({ id: 'shop' })
      expect(routes.map(({ draft, frontend }) => [draft, frontend.headers])).toEqual([
        [false, {}],
        [true, { 'X-GATEWAY-TESTING': 'open' }],
      ])
    })

    test('are the same after a restore, except for the deployment id', async ({ api }) => {
      await publish(api, shop)
      const [first] = (await api.apis.deployments.list({ id: 'shop' })).results
      const routesOf = async () =>
        (await api.apis.routes({ id: 'shop' })).routes.map(({ deployment: _, ...route }) => JSON.stringify(route))
      const live = await routesOf()
      await api.apis.patch({ id: 'shop', body: { context_path: '/v2' } })
      expect(await domainsOf(api)).toEqual([['shop:orders', 'api.x.tld/v2/orders/:id']])
      await api.apis.deployments.restore({ id: 'shop', deploymentId: first?.id as string })
      expect(await routesOf()).toEqual(live)
    })

    test('resolve stored backends', async ({ api }) => {
      await api.backends.create({ body: { id: 'shared', backend: { targets: [{ hostname: 'shared.local' }] } } })
      await publish(api, { ...shop, backends: [], routes: [{ id: 'orders', backend: 'shared' }] })
      const backendOf = async () => (await api.apis.routes({ id: 'shop' })).routes[0]?.backend.targets
      expect(await backendOf()).toMatchObject([{ hostname: 'shared.local', port: 80 }])
      await api.backends.replace({ id: 'shared', body: { backend: { targets: [{ hostname: 'moved.local' }] } } })
      expect(await backendOf()).toMatchObject([{ hostname: 'moved.local', port: 80 }])
    })

    test('of an unknown one are NOT_FOUND', async ({ api }) => {
      await expect(api.apis.routes({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('the compiled routes of the draft of an API', () => {
    const pathsOf = async (api: SignalboxApi) =>
      (await api.apis.draft.routes({ id: 'shop' })).routes.map(({ id, draft, frontend }) => [
        id,
        draft,
        ...frontend.domains,
      ])

    test('are those that publishing it serves', async ({ api }) => {
      await publish(api, { ...shop, testing: { enabled: true, headerValue: 'open' } })
      await api.apis.draft.patch({ id: 'shop', body: { context_path: '/v2', version: '2.0.0' } })
      const before = await api.apis.draft.routes({ id: 'shop' })
      expect(before.routes.map(({ id }) => id)).toEqual(['shop:orders'])
      expect(JSON.stringify(before)).not.toContain('a secret of the plan')
      await api.apis.deployments.create({ id: 'shop', body: {} })
      const { routes, warnings } = await api.apis.routes({ id: 'shop' })
      const live = routes.filter(({ draft }) => !draft).map(({ deployment: _, ...route }) => route)
      expect(before).toEqual({ routes: live, warnings })
    })

    test('are those of the saved API without a draft, though it is in staging and disabled', async ({ api }) => {
      await api.apis.create({ body: { ...shop, enabled: false } })
      expect(await pathsOf(api)).toEqual([['shop:orders', false, 'api.x.tld/v1/orders/:id']])
      await api.apis.draft.patch({ id: 'shop', body: { context_path: '/v2' } })
      expect(await pathsOf(api)).toEqual([['shop:orders', false, 'api.x.tld/v2/orders/:id']])
      expect((await api.apis.routes({ id: 'shop' })).routes).toEqual([])
    })

    test('come with the warnings about the draft, whose pointers lead into it', async ({ api }) => {
      await publish(api, shop)
      await api.apis.draft.patch({ id: 'shop', body: { routes: [{ id: 'orders', frontend: { paths: ['/orders'] } }] } })
      const { warnings } = await api.apis.draft.routes({ id: 'shop' })
      expect(warnings.map(({ pointer, code }) => [pointer, code])).toEqual([['/routes/0/backend', 'backend.none']])
      expect((await api.apis.routes({ id: 'shop' })).warnings).toEqual([])
    })

    test('resolve a stored backend that only the draft names', async ({ api }) => {
      await api.backends.create({ body: { id: 'shared', backend: { targets: [{ hostname: 'shared.local' }] } } })
      await publish(api, shop)
      await api.apis.draft.patch({ id: 'shop', body: { routes: [{ id: 'orders', backend: 'shared' }] } })
      const [route] = (await api.apis.draft.routes({ id: 'shop' })).routes
      expect(route?.backend).toMatchObject({ ref: 'shared', stored: true, targets: [{ hostname: 'shared.local' }] })
    })

    test('have an entity tag that changes only with them', async ({ api }) => {
      await publish(api, shop)
      const tag = async () => etagOf(await api.apis.draft.routes({ id: 'shop' }))
      const before = await tag()
      expect(before).toMatch(/^"[0-9a-f]{64}"$/)
      await api.apis.draft.patch({ id: 'shop', body: { description: 'not compiled' } })
      expect(await tag()).toBe(before)
      await api.apis.draft.patch({ id: 'shop', body: { domain: 'b.x.tld' } })
      expect(await tag()).not.toBe(before)
    })

    test('of an unknown one are NOT_FOUND', async ({ api }) => {
      await expect(api.apis.draft.routes({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('the compiled routes of all APIs', () => {
    test('are sorted by id, with a warning for two that match the same request', async ({ api }) => {
      expect(await api.routes()).toEqual({ routes: [], warnings: [] })
      await publish(api, shop)
      await publish(api, { ...shop, id: 'another', routes: [{ ...shop.routes?.[0], id: 'copies' }] as never })
      const { routes, warnings } = await api.routes()
      expect(routes.map(({ id }) => id)).toEqual(['another:copies', 'shop:orders'])
      expect(warnings).toEqual([
        {
          pointer: '/shop/routes/0/frontend',
          code: 'route.collision',
          message: expect.stringMatching(/another:copies and shop:orders both match GET api\.x\.tld/),
        },
      ])
      expect(JSON.stringify(routes)).not.toContain('a secret of the plan')
    })

    test('can be paged, and selected by API, pattern and member', async ({ api }) => {
      const routes = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ id: `r${n}`, frontend: { paths: [`/r${n}`] }, backend: 'main' }))
      for (const [id, count] of [
        ['a', 3],
        ['ab', 2],
        ['b', 4],
      ] as const)
        await publish(api, { ...shop, id, domain: `${id}.tld`, routes: routes(count) })
      const idsOf = async (query: Parameters<SignalboxApi['routes']>[0]) =>
        (await api.routes(query)).routes.map(({ id }) => id)
      expect(await idsOf({})).toHaveLength(9)
      expect((await api.routes()).metadata).toBeUndefined()
      const paged = await api.routes({ page: 2, pageSize: 4 })
      expect(paged.routes.map(({ id }) => id)).toEqual(['ab:r1', 'b:r0', 'b:r1', 'b:r2'])
      expect(paged.metadata).toEqual({ page: 2, pageSize: 4, count: 9, nbPages: 3 })
      expect(await idsOf({ pattern: 'a*' })).toEqual(['a:r0', 'a:r1', 'a:r2', 'ab:r0', 'ab:r1'])
      expect(await idsOf({ filter: { api_ref: 'ab' } })).toEqual(['ab:r0', 'ab:r1'])
      expect(await idsOf({ filter: { name: 'r2' }, sorted: 'id:desc' })).toEqual(['b:r2', 'a:r2'])
      await expect(idsOf({ filter: { colour: 'red' } })).rejects.toMatchObject({ code: 'INVALID' })
    })

    test('have an entity tag that changes only with them', async ({ api }) => {
      await publish(api, shop)
      const tags = async () => [etagOf(await api.apis.routes({ id: 'shop' })), etagOf(await api.routes())]
      const before = await tags()
      for (const tag of before) expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
      await api.configs.create({ body: { id: 'other', value: 1 } })
      expect(await tags()).toEqual(before)
      expect(etagOf(await api.routes({ page: 1 }))).not.toBe(before[1])
      await api.apis.patch({ id: 'shop', body: { domain: 'b.x.tld' } })
      const after = await tags()
      for (const [i, tag] of after.entries()) expect(tag).not.toBe(before[i])
    })
  })
}
