import { etagOf } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import type { ApiTest } from '../api-test.ts'
import { createSubscribable, subscribe } from '../gateway/subscribable.ts'
import { greeting as config } from '../workflows/workflow-programs.ts'
import type { Step } from './patches.ts'

/** The operations that these tests call, whatever the kind of record. */
interface Patched {
  get(input: { id: string }): Promise<object>
  replace(input: { id: string; body: unknown }): Promise<object>
  patch(input: { id: string; body: unknown }): Promise<object>
}
const patched = (records: unknown) => records as Patched

/** JSON Patch operations for a new API, and the members that result. */
const steps: readonly (readonly [Step, result: object])[] = [
  [{ op: 'add', path: '/tags/-', value: 't' }, { tags: ['t'] }],
  [{ op: 'add', path: '/groups/-', value: 'g' }, { groups: ['g'] }],
  [{ op: 'add', path: '/metadata/a', value: 1 }, { metadata: { a: 1 } }],
  [{ op: 'add', path: '/routes/-', value: { id: 's' } }, { routes: [{ id: 'r' }, { id: 's', enabled: true }] }],
  [{ op: 'add', path: '/backends/-', value: { id: 'b' } }, { backends: [{ id: 'b', backend: { targets: [] } }] }],
  [{ op: 'add', path: '/clients/-', value: { id: 'c' } }, { clients: [{ id: 'c' }] }],
  [
    { op: 'add', path: '/documentation/plans/-', value: { id: 'p', access_mode_configuration_type: 'keyless' } },
    { documentation: { plans: [{ id: 'p', status: 'staging', access_mode_configuration: {} }] } },
  ],
  [
    { op: 'add', path: '/documentation/resources/-', value: { title: 'Home' } },
    { documentation: { resources: [{ title: 'Home', content_type: 'text/markdown' }] } },
  ],
  [{ op: 'replace', path: '/description', value: 'x' }, { description: 'x' }],
  [{ op: 'replace', path: '/context_path', value: '/v1' }, { context_path: '/v1' }],
  [{ op: 'replace', path: '/capture', value: true }, { capture: true }],
  [{ op: 'replace', path: '/routes/0/enabled', value: false }, { routes: [{ id: 'r', enabled: false }] }],
  [{ op: 'replace', path: '/routes/0/frontend/exact', value: true }, { routes: [{ frontend: { exact: true } }] }],
  [{ op: 'add', path: '/routes/0/frontend/paths/-', value: '/a' }, { routes: [{ frontend: { paths: ['/a'] } }] }],
  [
    { op: 'add', path: '/flows/0/plugins/slots/0/include/-', value: '/a' },
    { flows: [{ plugins: { slots: [{ include: ['/a'] }] } }] },
  ],
  [{ op: 'test', path: '/domain', value: '' }, { domain: '' }],
]

/** Creates a record of each kind from its required members only. Returns its operations and its id. */
const fresh: Readonly<Record<string, (api: SignalboxApi) => Promise<readonly [Patched, string]>>> = {
  API: async (api) => {
    await api.apis.create({ body: { id: 'a', name: 'a', routes: [{ id: 'r' }], backends: [{ id: 'b' }] } })
    return [patched(api.apis), 'a']
  },
  draft: async (api) => {
    await api.apis.create({ body: { id: 'a', name: 'a' } })
    await api.apis.draft.patch({ id: 'a', body: { routes: [{ id: 'r' }] } })
    return [patched(api.apis.draft), 'a']
  },
  backend: async (api) => {
    await api.backends.create({ body: { id: 'b' } })
    return [patched(api.backends), 'b']
  },
  subscription: async (api) => {
    await createSubscribable(api)
    return [patched(api.subscriptions), (await subscribe(api)).id]
  },
  credential: async (api) => {
    await createSubscribable(api)
    return [patched(api.credentials), (await subscribe(api)).clientId]
  },
  'error template': async (api) => {
    await api.errorTemplates.create({ body: { serviceId: 'global' } })
    return [patched(api.errorTemplates), 'global']
  },
  workflow: async (api) => {
    await api.workflows.create({ body: { id: 'w', config } })
    return [patched(api.workflows), 'w']
  },
}

/** Gateway records are returned, and patched, with their default values filled in. */
export function describeDefaults(test: ApiTest): void {
  describe('defaults', () => {
    for (const place of ['saved', 'draft'] as const)
      test.for(steps)(`of an API that is ${place} apply to %j`, async ([step, result], { api }) => {
        await api.apis.create({ body: { id: 'a', name: 'a', routes: [{ id: 'r' }] } })
        const records = patched(place === 'draft' ? api.apis.draft : api.apis)
        expect(await records.patch({ id: 'a', body: [step] })).toMatchObject(result)
        expect(await records.get({ id: 'a' })).toMatchObject(result)
      })

    test.for(Object.keys(fresh))(
      'of a new %s are returned, so that the response can be sent back',
      async (name, { api }) => {
        const [records, id] = await fresh[name]!(api)
        const read = await records.get({ id })
        expect(read).toMatchObject(name === 'backend' ? { backend: { targets: [] } } : { description: '' })
        const replaced = await records.replace({ id, body: read })
        expect(read).toMatchObject(replaced)
        expect(etagOf(replaced)).toBe(etagOf(read))
        const [member, value] = Object.entries(read).at(-2) as [string, unknown]
        const untouched = await records.patch({ id, body: [{ op: 'test', path: `/${member}`, value }] })
        expect(etagOf(untouched)).toBe(etagOf(read))
      },
    )

    test('are in deployments too', async ({ api }) => {
      await api.apis.create({ body: { id: 'a', name: 'a', routes: [{ id: 'r' }] } })
      const { apiDefinition } = await api.apis.deployments.create({ id: 'a', body: {} })
      expect(apiDefinition).toMatchObject({ tags: [], routes: [{ id: 'r', enabled: true, frontend: { methods: [] } }] })
    })
  })
}
