import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'
import { leniently } from '../documented.ts'

/** The members that a new API has although nobody sent them. */
const defaults = {
  version: '0.0.1',
  versions: ['0.0.1'],
  enabled: true,
  state: 'staging',
  blueprint: 'REST',
  description: '',
  domain: '',
  context_path: '',
  debug_flow: false,
  capture: false,
  export_reporting: false,
  show_usage: false,
  groups: [],
  tags: [],
  metadata: {},
  routes: [],
  backends: [],
  documentation: {
    enabled: true,
    references: [],
    resources: [],
    navigation: [],
    redirections: [],
    plans: [],
    metadata: {},
    tags: [],
  },
  clients: [],
  flows: [
    {
      id: 'default_plugin_chain',
      name: 'default_plugin_chain',
      plugins: { slots: [expect.objectContaining({ plugin: 'cp:gateway.next.plugins.OverrideHost' })] },
    },
  ],
  clients_backend_config: [expect.objectContaining({ id: 'default_backend_client' })],
  testing: {
    enabled: false,
    headerKey: 'X-GATEWAY-TESTING',
    headerValue: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  },
  deployments: [],
}

/** Creates one API for each id. */
export async function createApis(api: SignalboxApi, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await api.apis.create({ body: { id, name: id } })
}

/** APIs as records: defaults, synonyms, references, patches, copies and lint. */
export function describeApis(test: ApiTest): void {
  describe('an API', () => {
    test('has defaults, a generated id, and a stable testing header', async ({ api }) => {
      const created = await api.apis.create({ body: { name: 'Shop' } })
      expect(created).toEqual({ ...defaults, id: expect.stringMatching(/^api_[0-9a-f-]{36}$/), name: 'Shop' })
      const id = created.id as string
      expect(await api.apis.get({ id })).toEqual(created)
      const replaced = await api.apis.replace({ id, body: { name: 'Shop', testing: { enabled: true } } })
      expect(replaced.testing).toEqual({ ...created.testing, enabled: true })
    })

    test('without documentation at other servers has nothing to refresh', async ({ api }) => {
      const { id = '' } = await api.apis.create({ body: { name: 'A' } })
      const { fetched, failed } = await api.apis.documentation.refresh({ id })
      expect([fetched, failed]).toEqual([[], []])
      await expect(api.apis.documentation.refresh({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('keeps its versions as sent, including duplicates', async ({ api }) => {
      const versions = ['2', '1', '2']
      const created = await api.apis.create({ body: { id: 'a', name: 'A', version: '1', versions } })
      expect(created.versions).toEqual(versions)
      await api.apis.deployments.create({ id: 'a', body: { version: '3' } })
      expect((await api.apis.get({ id: 'a' })).versions).toEqual([...versions, '3'])
    })

    test('is returned with the names of the contract for all synonyms', async ({ api }) => {
      const chain = { id: 'default_plugin_chain' }
      const body = {
        id: 'a',
        name: 'a',
        contextPath: '/v1',
        routes: [{ id: 'r', flowRef: 'f' }],
        flows: [{ id: 'f', plugins: [{ plugin: 'cp:gateway.next.plugins.X' }] }],
        clients_backend_config: [{ id: 'c', client: { call_timeout: 5, retries: 2, pool_size: 3 } }],
      }
      expect(await api.apis.create({ body: leniently(body) as never })).toMatchObject({
        context_path: '/v1',
        routes: [{ id: 'r', flow_ref: 'f' }],
        flows: [{ id: 'f', plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.X' }] } }, chain],
        clients_backend_config: [
          { id: 'c', client: { callTimeout: 5, retries: 2, pool_size: 3 } },
          { id: 'default_backend_client' },
        ],
      })
      const merge = { contextPath: '/v2', flows: [{ id: 'f', plugins: [] }] }
      const renamed = { context_path: '/v2', flows: [{ id: 'f', plugins: { slots: [] } }, chain] }
      expect(await api.apis.draft.patch({ id: 'a', body: merge as never })).toMatchObject(renamed)
      expect(await api.apis.patch({ id: 'a', body: merge as never })).toMatchObject(renamed)
    })

    test('must be consistent, and all inconsistent places are named', async ({ api }) => {
      const twice = [{ id: 'x' }, { id: 'x' }]
      const call = api.apis.create({
        body: {
          id: 'a',
          name: 'a',
          routes: [{ id: 'r', backend: 'none', flow_ref: 'none' }, { id: 'r' }],
          backends: [{ id: 'b', client: 'none' }],
          clients: twice,
        },
      })
      await expect(call).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: {
          '/routes/0/backend': [problem('error.reference', 'none')],
          '/routes/0/flow_ref': [problem('error.reference', 'none')],
          '/routes/1/id': [problem('error.id.duplicate', 'r')],
          '/backends/0/client': [problem('error.reference', 'none')],
          '/clients/1/id': [problem('error.id.duplicate', 'x')],
        },
      })
      expect(await api.apis.count()).toEqual({ count: 0 })
    })

    test.for([
      [{ contextPath: 'a' }, '/contextPath'],
      [{ flows: [{ id: 'f', plugins: [{ plugin: 'cp:x', colour: 1 }] }] }, '/flows/0/plugins/0/colour'],
      [{ flows: [{ id: 'f', plugins: { slots: [{ plugin: 5 }] } }] }, '/flows/0/plugins/slots/0/plugin'],
      [{ routes: [{ id: 'r' }, { id: 's', flowRef: 'none' }] }, '/routes/1/flowRef'],
      [
        { clients_backend_config: [{ id: 'c', client: { call_timeout: -1 } }] },
        '/clients_backend_config/0/client/call_timeout',
      ],
    ] as const)('with %j is rejected with the place in the request: %s', async ([given, pointer], { api }) => {
      const failure = await api.apis.create({ body: { name: 'A', ...given } as never }).catch((error: unknown) => error)
      expect(failure).toMatchObject({
        code: 'INVALID',
        message: expect.stringContaining(pointer),
        fieldErrors: { [pointer]: [expect.anything()] },
      })
    })

    test.for<[object, string]>([
      [{ context_path: 'v1' }, '/context_path'],
      [{ state: 'published' }, '/state'],
      [{ colour: 1 }, '/colour'],
      [{ id: 'deployments.ndjson' }, '/id'],
      [{ routes: [{ id: 'r', frontend: { paths: '/x' } }] }, '/routes/0/frontend/paths'],
      [{ context_path: '/a', contextPath: '/b' }, '/contextPath'],
    ])('rejects %j with its place', async ([members, pointer], { api }) => {
      const call = api.apis.create({ body: { id: 'a', name: 'a', ...members } as never })
      await expect(call).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [pointer]: [expect.anything()] },
      })
    })

    test('is patched by JSON Patch and merge patch, except its id', async ({ api }) => {
      await createApis(api, 'a')
      await api.apis.patch({ id: 'a', body: { metadata: { a: 1, b: 2 }, description: 'x' } })
      await api.apis.patch({ id: 'a', body: { metadata: { a: null, c: 3 }, description: null } })
      const body = [{ op: 'add' as const, path: '/tags', value: ['t'] }]
      const patched = await api.apis.patch({ id: 'a', body })
      expect(patched).toMatchObject({ metadata: { b: 2, c: 3 }, tags: ['t'], description: '' })
      const call = api.apis.patch({ id: 'a', body: { id: 'b' } })
      await expect(call).rejects.toMatchObject({ code: 'INVALID', errors: [problem('error.id.fixed', 'a')] })
      await expect(api.apis.patch({ id: 'a', body: 'x' as never })).rejects.toMatchObject({ code: 'INVALID' })
    })

    test('is duplicated in staging, with a new id and testing header', async ({ api }) => {
      const { testing } = await api.apis.create({ body: { id: 'a', name: 'A', routes: [{ id: 'r' }], version: '3' } })
      await api.apis.deployments.create({ id: 'a', body: {} })
      const copy = await api.apis.duplicate({ id: 'a', body: { context_path: '/copy', version: '4' } })
      expect(copy).toMatchObject({
        id: expect.stringMatching(/^api_/),
        name: 'A',
        context_path: '/copy',
        version: '4',
        versions: ['4'],
        state: 'staging',
        routes: [{ id: 'r' }],
        deployments: [],
      })
      expect(copy.testing?.headerValue).not.toBe(testing?.headerValue)
      await expect(api.apis.duplicate({ id: 'a', body: { id: 'a' } })).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    test('is linted, with places, the worst problem first', async ({ api }) => {
      const plan = { id: 'p', status: 'published' as const, access_mode_configuration_type: 'keyless' as const }
      const routes = [{ id: 'r', backend: 'b' }, { id: 's' }]
      await api.apis.create({
        body: {
          id: 'a',
          name: 'a',
          domain: 'a.tld',
          routes,
          backends: [{ id: 'b' }],
          documentation: { plans: [plan] },
        },
      })
      const { problems } = await api.apis.lint({ id: 'a' })
      expect(problems.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
        'error /backends/0/backend/targets',
        'warning /routes/1/backend',
        'warning /routes/1/frontend',
      ])
      await expect(api.apis.lint({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
}
