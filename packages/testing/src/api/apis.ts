import { etagOf } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import type { ApiTest } from './api-test.ts'
import { emitted, problem } from './api-test.ts'
import { leniently } from './documented.ts'

/** What is there of an API without being sent (decisions 8.2). */
const defaults = {
  version: '0.0.1',
  versions: ['0.0.1'],
  enabled: true,
  state: 'staging',
  blueprint: 'REST',
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

const jwtPlan = (secret: string) => ({
  id: 'p',
  access_mode_configuration_type: 'jwt' as const,
  access_mode_configuration: { secret },
})

/** Creates APIs by their ids. */
export async function createApis(api: SignalboxApi, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await api.apis.create({ body: { id, name: id } })
}

/** APIs as records: defaults, synonyms, references, secrets, lists, patches and uploads (decisions 1.7, 3.7, 8.1, 8.2). */
export function describeApis(test: ApiTest): void {
  describe('an API', () => {
    test('has defaults, an id of its own, and a testing header that stays', async ({ api }) => {
      const created = await api.apis.create({ body: { name: 'Shop' } })
      expect(created).toEqual({ ...defaults, id: expect.stringMatching(/^api_[0-9a-f-]{36}$/), name: 'Shop' })
      const id = created.id as string
      expect(await api.apis.get({ id })).toEqual(created)
      const replaced = await api.apis.replace({ id, body: { name: 'Shop', testing: { enabled: true } } })
      expect(replaced.testing).toEqual({ ...created.testing, enabled: true })
    })

    test('keeps its versions as they were sent, one named twice too', async ({ api }) => {
      const versions = ['2', '1', '2']
      const created = await api.apis.create({ body: { id: 'a', name: 'A', version: '1', versions } })
      expect(created.versions).toEqual(versions)
      await api.apis.deployments.create({ id: 'a', body: { version: '3' } })
      expect((await api.apis.get({ id: 'a' })).versions).toEqual([...versions, '3'])
    })

    test('is answered in the words of the contract, whichever were sent', async ({ api }) => {
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
        flows: [{ id: 'f', plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.X' }] } }],
        clients_backend_config: [{ id: 'c', client: { callTimeout: 5, retries: 2, pool_size: 3 } }],
      })
      const merge = { contextPath: '/v2', flows: [{ id: 'f', plugins: [] }] }
      const renamed = { context_path: '/v2', flows: [{ id: 'f', plugins: { slots: [] } }] }
      expect(await api.apis.draft.patch({ id: 'a', body: merge })).toMatchObject(renamed)
      expect(await api.apis.patch({ id: 'a', body: merge })).toMatchObject(renamed)
    })

    test('must hold together: every place that does not is named at once', async ({ api }) => {
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

    test.for<[object, string]>([
      [{ context_path: 'v1' }, '/context_path'],
      [{ state: 'published' }, '/state'],
      [{ colour: 1 }, '/colour'],
      [{ id: 'deployments.ndjson' }, '/id'],
      [{ routes: [{ id: 'r', frontend: { paths: '/x' } }] }, '/routes/0/frontend/paths'],
      [{ context_path: '/a', contextPath: '/b' }, '/contextPath'],
    ])('refuses %j by its place', async ([members, pointer], { api }) => {
      const call = api.apis.create({ body: { id: 'a', name: 'a', ...members } as never })
      await expect(call).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [pointer]: [expect.anything()] },
      })
    })

    test('keeps its secrets to itself: in answers, lists, exports, events, drafts and deployments', async ({ api }) => {
      const secret = 'not to be seen'
      const seen: unknown[] = []
      const events = await emitted(
        api,
        async () => {
          seen.push(
            await api.apis.create({ body: { id: 'a', name: 'a', documentation: { plans: [jwtPlan(secret)] } } }),
            await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } }),
            await api.apis.draft.get({ id: 'a' }),
            await api.apis.deployments.create({ id: 'a', body: {} }),
            await api.apis.get({ id: 'a' }),
            await api.apis.list(),
            await api.apis.draft.diff({ id: 'a' }),
          )
        },
        'Api',
      )
      expect(JSON.stringify([seen, events])).not.toContain(secret)
      expect(JSON.stringify(seen[0])).toContain('"secret":"********"')
    })

    test('keeps a secret whose mask is sent back, and refuses a mask of nothing', async ({ api }) => {
      await createApis(api, 'a')
      const masked = { documentation: { plans: [jwtPlan('********')] } }
      await expect(api.apis.patch({ id: 'a', body: masked })).rejects.toMatchObject({
        fieldErrors: { '/documentation/plans/0/access_mode_configuration/secret': [problem('error.secret.missing')] },
      })
      const stored = await api.apis.patch({ id: 'a', body: { documentation: { plans: [jwtPlan('one')] } } })
      expect(etagOf(await api.apis.patch({ id: 'a', body: masked }))).toBe(etagOf(stored))
    })

    test('is patched by a list of operations and by an object, never in its id', async ({ api }) => {
      await createApis(api, 'a')
      await api.apis.patch({ id: 'a', body: { metadata: { a: 1, b: 2 }, description: 'x' } })
      await api.apis.patch({ id: 'a', body: { metadata: { a: null, c: 3 }, description: null } })
      const body = [{ op: 'add' as const, path: '/tags', value: ['t'] }]
      const patched = await api.apis.patch({ id: 'a', body })
      expect(patched).toMatchObject({ metadata: { b: 2, c: 3 }, tags: ['t'] })
      expect(patched).not.toHaveProperty('description')
      const call = api.apis.patch({ id: 'a', body: { id: 'b' } })
      await expect(call).rejects.toMatchObject({ code: 'INVALID', errors: [problem('error.id.fixed', 'a')] })
      await expect(api.apis.patch({ id: 'a', body: 'x' as never })).rejects.toMatchObject({ code: 'INVALID' })
    })

    test('is found by what it holds, and listed in its order', async ({ api }) => {
      for (const [id, name, tags] of [
        ['a', 'two', ['x', 'y']],
        ['b', 'one', ['y']],
        ['c', 'two', []],
      ] as const)
        await api.apis.create({ body: { id, name, tags: [...tags] } })
      const ids = async (query: object) => (await api.apis.list(query)).results.map(({ id }) => id)
      expect(await ids({ filter: { name: 'two' } })).toEqual(['a', 'c'])
      expect(await ids({ filter: { tags: 'y' } })).toEqual(['a', 'b'])
      expect(await ids({ filter: { name: 'two', tags: 'x', enabled: 'true' } })).toEqual(['a'])
      expect(await ids({ sorted: 'name' })).toEqual(['b', 'a', 'c'])
      expect(await ids({ sorted: 'name:desc,id:desc' })).toEqual(['c', 'a', 'b'])
      expect(await api.apis.list({ sorted: 'name', page: 2, pageSize: 2, pattern: '!b' })).toMatchObject({
        results: [],
      })
      expect(await api.apis.list({ sorted: 'name:desc', page: 2, pageSize: 2 })).toMatchObject({
        results: [{ id: 'b' }],
        metadata: { page: 2, pageSize: 2, count: 3, nbPages: 2 },
      })
    })

    test.for<[query: object, parameter: string]>([
      [{ filter: { colour: 'red' } }, 'filter.colour'],
      [{ filter: { routes: 'x' } }, 'filter.routes'],
      [{ filter: { deployments: 'x' } }, 'filter.deployments'],
      [{ sorted: 'colour' }, 'sorted'],
      [{ sorted: 'tags:asc' }, 'sorted'],
      [{ sorted: 'name:up' }, 'sorted'],
    ])('is not listed by %j', async ([query, parameter], { api }) => {
      await expect(api.apis.list(query)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [parameter]: [expect.anything()] },
      })
    })

    test('moves by nd-json with its draft and its deployments', async ({ api }) => {
      await createApis(api, 'a', 'b')
      await api.apis.deployments.create({ id: 'a', body: { owner: 'ann', version: '1' } })
      await api.apis.patch({ id: 'a', body: { description: 'hotfix' } })
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      const all = async () => ({
        apis: await collect(await api.apis.export()),
        deployments: await collect(await api.apis.deployments.export()),
        drafts: await collect(await api.apis.draft.export()),
        shown: [await api.apis.get({ id: 'a' }), await api.apis.draft.get({ id: 'a' })],
      })
      const before = await all()
      expect([before.apis.length, before.deployments.length, before.drafts.length]).toEqual([2, 2, 1])
      for (const id of ['a', 'b']) await api.apis.delete({ id })
      expect(await api.apis.import({ body: before.apis })).toMatchObject({ success: 2 })
      for (const _ of ['first', 'again']) {
        expect(await api.apis.deployments.import({ body: before.deployments })).toMatchObject({ success: 2 })
        expect(await api.apis.draft.import({ body: before.drafts })).toMatchObject({ success: 1 })
      }
      expect(await all()).toEqual(before)
      const [read] = before.shown
      expect(await api.apis.import({ body: [{ ...read, clients: [{ id: 'c' }] }] as never })).toMatchObject({
        success: 1,
      })
      const { deployments, clients } = await api.apis.get({ id: 'a' })
      expect({ deployments, clients }).toEqual({ deployments: read?.deployments, clients: [{ id: 'c' }] })
      const stray = [{ id: 'd', apiRef: 'none', at: 1, version: '1' }]
      expect(await api.apis.deployments.import({ body: stray })).toMatchObject({
        success: 0,
        errors: { errors: [problem('error.line.invalid', '1', 'API none does not exist')] },
      })
    })

    test('is duplicated into staging, under an id of its own, with another testing header', async ({ api }) => {
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

    test('refuses configurations that do not fit their plugins, and keeps those of plugins unknown here', async ({
      api,
    }) => {
      const flow = (plugin: string, config: object) => ({
        id: 'f',
        plugins: { slots: [{ plugin: `cp:gateway.next.plugins.${plugin}`, config: { ...config } }] },
      })
      const limited = (burst: unknown) => ({ id: 'a', name: 'A', flows: [flow('RateLimit', { burst, mine: [1] })] })
      await expect(api.apis.create({ body: limited('many') })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/flows/0/plugins/slots/0/config/burst': [problem('error.type', 'integer')] },
      })
      await api.apis.create({ body: limited(5) })
      await expect(api.apis.replace({ id: 'a', body: limited(-1) })).rejects.toMatchObject({ code: 'INVALID' })
      await expect(api.apis.draft.replace({ id: 'a', body: limited(-1) })).rejects.toMatchObject({ code: 'INVALID' })
      const { flows } = await api.apis.replace({
        id: 'a',
        body: { id: 'a', name: 'A', flows: [flow('Elsewhere', { burst: 'many' })] },
      })
      expect(flows?.[0]?.plugins?.slots).toMatchObject([{ config: { burst: 'many' } }])
      const { problems } = await api.apis.lint({ id: 'a' })
      expect(problems).toContainEqual({
        severity: 'warning',
        pointer: '/flows/0/plugins/slots/0/plugin',
        message: 'cp:gateway.next.plugins.Elsewhere is no plugin of the catalog: it does nothing',
      })
    })

    test('keeps the secrets of plugins to itself', async ({ api }) => {
      const body = (config: Record<string, unknown>, name = 'A') => ({
        id: 'a',
        name,
        testing: { enabled: true },
        routes: [{ id: 'r', flow_ref: 'f' }],
        flows: [{ id: 'f', plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.JwtUserExtractor', config }] } }],
      })
      const made = await api.apis.create({ body: body({ secret: 'of the signatures', issuer: 'me' }) })
      const shown = [{ config: { secret: '********', issuer: 'me' } }]
      expect(made.flows?.[0]?.plugins?.slots).toMatchObject(shown)
      const kept = await api.apis.replace({ id: 'a', body: body({ secret: '********', issuer: 'me' }, 'B') })
      expect(kept.flows?.[0]?.plugins?.slots).toMatchObject(shown)
      const [routed] = (await api.apis.routes({ id: 'a' })).routes
      expect(routed?.plugins).toMatchObject(shown)
      await expect(api.apis.create({ body: { ...body({ secret: '********' }), id: 'b' } })).rejects.toMatchObject({
        fieldErrors: { '/flows/0/plugins/slots/0/config/secret': [problem('error.secret.missing')] },
      })
    })

    test('keeps the secret of each plugin when plugins move or go', async ({ api }) => {
      const slot = (issuer: string, secret: string) => ({
        plugin: 'cp:gateway.next.plugins.JwtUserExtractor',
        config: { secret, issuer },
      })
      const at = '/flows/0/plugins/slots'
      const slots = [slot('one', 'secret of one'), slot('two', 'secret of two')]
      await api.apis.create({ body: { id: 'a', name: 'A', flows: [{ id: 'f', plugins: { slots } }] } })
      const moved = await api.apis.patch({ id: 'a', body: [{ op: 'move', from: `${at}/0`, path: `${at}/1` }] })
      const isSecret = async (place: number, value: string) =>
        etagOf(
          await api.apis.patch({ id: 'a', body: [{ op: 'replace', path: `${at}/${place}/config/secret`, value }] }),
        )
      expect([await isSecret(0, 'secret of two'), await isSecret(1, 'secret of one')]).toEqual(
        Array(2).fill(etagOf(moved)),
      )
      const cut = await api.apis.patch({ id: 'a', body: [{ op: 'remove', path: `${at}/0` }] })
      expect(await isSecret(0, 'secret of one')).toBe(etagOf(cut))
      expect(await isSecret(0, 'another')).not.toBe(etagOf(cut))
    })

    test('is linted: what is odd has a place, the worst first', async ({ api }) => {
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

    test('edited by two clients at once loses nothing when each reads, guards and tries again', async ({ api }) => {
      await api.apis.create({ body: { id: 'a', name: 'a', routes: [], tags: [] } })
      await api.apis.deployments.create({ id: 'a', body: {} })
      const add = async (client: string, n: number) => {
        for (;;) {
          const read = await api.apis.get({ id: 'a' })
          const { deployments: _, ...body } = { ...read, routes: [...(read.routes ?? []), { id: `${client}-${n}` }] }
          try {
            return await api.apis.replace({ id: 'a', body }, { ifMatch: etagOf(read) as string })
          } catch (error) {
            expect(error).toMatchObject({ code: 'PRECONDITION_FAILED' })
          }
        }
      }
      const patch = (n: number) => api.apis.patch({ id: 'a', body: [{ op: 'add', path: '/tags/-', value: `${n}` }] })
      const edits = async (client: string) => {
        for (const n of [0, 1, 2, 3]) await Promise.all([add(client, n), client === 'one' && patch(n)])
      }
      await Promise.all([edits('one'), edits('two')])
      const { routes = [], tags = [], deployments = [] } = await api.apis.get({ id: 'a' })
      const expected = ['one', 'two'].flatMap((client) => [0, 1, 2, 3].map((n) => `${client}-${n}`))
      expect(routes.map(({ id }) => id).sort()).toEqual(expected)
      expect(tags.toSorted()).toEqual(['0', '1', '2', '3'])
      expect(deployments).toHaveLength(13)
      expect(deployments[0]?.apiDefinition?.routes).toEqual(routes)
    })
  })
}
