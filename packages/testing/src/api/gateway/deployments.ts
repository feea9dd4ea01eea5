import { etagOf } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted } from '../api-test.ts'
import { createApis } from './apis.ts'

/** The number of deployments of the API `a`. */
export const deploymentsOf = async (api: SignalboxApi): Promise<number> =>
  (await api.apis.deployments.list({ id: 'a' })).results.length

/** Deployments: complete definitions that can be restored and compared; how many are kept. */
export function describeDeployments(test: ApiTest): void {
  describe('a deployment', () => {
    test('has the whole definition with owner, time and version, and its own event', async ({ api, clock }) => {
      await api.apis.create({ body: { id: 'a', name: 'a', routes: [{ id: 'r' }] } })
      const events = await emitted(
        api,
        async () => {
          const made = await api.apis.deployments.create({ id: 'a', body: { owner: 'ann', version: '1.0.0' } })
          const { deployments, ...saved } = await api.apis.get({ id: 'a' })
          expect(made).toEqual({
            id: expect.stringMatching(/^deployment_/),
            apiRef: 'a',
            owner: 'ann',
            at: clock.clock(),
            version: '1.0.0',
            apiDefinition: saved,
          })
          expect(saved).toMatchObject({ state: 'published', version: '1.0.0', versions: ['0.0.1', '1.0.0'] })
          expect(deployments).toEqual([made])
          expect(etagOf(made)).toBe(etagOf(await api.apis.get({ id: 'a' })))
          expect(await api.apis.deployments.get({ id: 'a', deploymentId: made.id })).toEqual(made)
          const { apiDefinition: _, ...summary } = made
          expect(await api.apis.deployments.list({ id: 'a' })).toEqual({ results: [summary] })
          expect((await api.apis.list()).results[0]?.deployments).toEqual([summary])
        },
        'Api',
      )
      expect(events.map(({ type, key }) => [type, key])).toEqual([
        ['API_UPDATED', 'a'],
        ['API_DEPLOYED', 'a'],
      ])
    })

    test('cannot be forged', async ({ api }) => {
      const forged = [{ id: 'd', apiRef: 'a', at: 1, version: '9' }]
      await api.apis.create({ body: { id: 'a', name: 'a', deployments: forged } })
      const made = await api.apis.deployments.create({ id: 'a', body: {} })
      await api.apis.replace({ id: 'a', body: { name: 'a', deployments: forged } })
      await api.apis.patch({ id: 'a', body: { deployments: forged } })
      await api.apis.patch({ id: 'a', body: [{ op: 'add', path: '/deployments', value: forged }] })
      expect((await api.apis.get({ id: 'a' })).deployments).toEqual([made])
    })

    test('is guarded by the entity tag of the API', async ({ api }) => {
      await createApis(api, 'a')
      const stale = etagOf(await api.apis.get({ id: 'a' })) as string
      const made = await api.apis.deployments.create({ id: 'a', body: {} }, { ifMatch: stale })
      for (const call of [
        () => api.apis.deployments.create({ id: 'a', body: {} }, { ifMatch: stale }),
        () => api.apis.deployments.restore({ id: 'a', deploymentId: made.id }, { ifMatch: stale }),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
      expect(await deploymentsOf(api)).toBe(1)
    })

    test('is restored as a new deployment with the same definition, without changing the draft', async ({ api }) => {
      const routes = [{ id: 'r', frontend: { paths: ['/one'] } }]
      await api.apis.create({ body: { id: 'a', name: 'a', routes, version: '1' } })
      const first = await api.apis.deployments.create({ id: 'a', body: {} })
      await api.apis.patch({ id: 'a', body: { routes: [], version: '2' } })
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      const restored = await api.apis.deployments.restore({ id: 'a', deploymentId: first.id })
      expect(restored.id).not.toBe(first.id)
      expect(restored.version).toBe('1')
      expect(restored.apiDefinition).toEqual({ ...first.apiDefinition, versions: ['1', '2'] })
      expect(await api.apis.get({ id: 'a' })).toMatchObject({ routes, version: '1', versions: ['1', '2'] })
      expect(await deploymentsOf(api)).toBe(3)
      expect((await api.apis.draft.get({ id: 'a' })).description).toBe('drafted')
      const unknown = api.apis.deployments.restore({ id: 'a', deploymentId: 'none' })
      await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('is compared with another in detail', async ({ api }) => {
      const routes = ['keep', 'go', 'change'].map((id) => ({ id, frontend: { methods: ['GET'] } }))
      await api.apis.create({ body: { id: 'a', name: 'a', routes } })
      const { id: a } = await api.apis.deployments.create({ id: 'a', body: {} })
      const changed = [routes[0]!, { id: 'change', frontend: { methods: ['GET', 'POST'] } }, { id: 'come' }]
      await api.apis.patch({ id: 'a', body: { routes: changed, domain: 'a.tld' } })
      const [newest] = (await api.apis.deployments.list({ id: 'a' })).results
      const { changes } = await api.apis.deployments.diff({ id: 'a', a, b: newest?.id as string })
      expect(changes.map(({ what, id, change, text }) => [what, id, change, text])).toEqual([
        ['route', 'go', 'removed', 'Route go is removed'],
        ['route', 'change', 'changed', 'Route change: frontend.methods changes from ["GET"] to ["GET","POST"]'],
        ['route', 'come', 'added', 'Route come is added'],
        ['api', 'a', 'changed', 'API a: domain is now a.tld'],
      ])
      expect(changes[1]?.members).toEqual([
        { pointer: '/routes/1/frontend/methods', from: ['GET'], to: ['GET', 'POST'] },
      ])
      expect(await api.apis.deployments.diff({ id: 'a', a, b: a })).toEqual({ changes: [] })
    })

    test('is kept with the 49 before it, and all versions stay listed', async ({ api, clock }) => {
      await createApis(api, 'a')
      for (let n = 1; n <= 52; n++) {
        clock.advance(1000)
        await api.apis.deployments.create({ id: 'a', body: { version: `${n}` } })
      }
      const { deployments = [], versions } = await api.apis.get({ id: 'a', deployments: 'full' })
      expect(deployments.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, n) => `${52 - n}`))
      expect(deployments.at(-1)?.apiDefinition?.version).toBe('3')
      expect(versions).toEqual(['0.0.1', ...Array.from({ length: 52 }, (_, n) => `${n + 1}`)])
    })

    test('contains its definition if it is the newest, others on request', async ({ api }) => {
      await createApis(api, 'a')
      for (const version of ['1', '2', '3']) await api.apis.deployments.create({ id: 'a', body: { version } })
      const definitions = (one: Awaited<ReturnType<SignalboxApi['apis']['get']>>) =>
        one.deployments?.map(({ version, apiDefinition }) => [version, apiDefinition?.version])
      const newest = [
        ['3', '3'],
        ['2', undefined],
        ['1', undefined],
      ]
      expect(definitions(await api.apis.get({ id: 'a' }))).toEqual(newest)
      expect(definitions(await api.apis.draft.get({ id: 'a' }))).toEqual(newest)
      const all = ['3', '2', '1'].map((version) => [version, version])
      expect(definitions(await api.apis.get({ id: 'a', deployments: 'full' }))).toEqual(all)
      expect(definitions(await api.apis.draft.get({ id: 'a', deployments: 'full' }))).toEqual(all)
    })

    test('does not prevent a PUT of the response of a GET', { timeout: 60_000 }, async ({ api }) => {
      const description = 'Where parcels are'.repeat(15)
      const routes = (count: number) =>
        Array.from({ length: count }, (_, n) => ({
          id: `get-${n}`,
          name: description,
          frontend: { paths: [`/parcels/:id/events/${n}`], methods: ['GET', 'POST'], exact: true },
        }))
      await api.apis.create({ body: { id: 'a', name: 'a', routes: routes(60) } })
      for (let n = 1; n <= 60; n++) {
        await api.apis.patch({ id: 'a', body: { description: `edition ${n}`, state: 'published' } })
        const { id: _, ...body } = await api.apis.get({ id: 'a' })
        await api.apis.replace({ id: 'a', body: { ...body, id: 'a' } })
      }
      const all = await api.apis.get({ id: 'a', deployments: 'full' })
      expect(JSON.stringify(all).length).toBeGreaterThan(1024 * 1024)
      const { deployments: _, ...put } = await api.apis.replace({ id: 'a', body: all })
      const { deployments, ...read } = await api.apis.get({ id: 'a' })
      expect(put).toEqual(read)
      expect(deployments).toHaveLength(50)

      await api.apis.create({ body: { id: 'large', name: 'large', routes: routes(3000) } })
      await api.apis.deployments.create({ id: 'large', body: {} })
      const large = await api.apis.get({ id: 'large' })
      expect(JSON.stringify(large).length).toBeGreaterThan(2 * 1024 * 1024)
      expect((await api.apis.replace({ id: 'large', body: large })).routes).toHaveLength(3000)
      expect((await api.apis.draft.replace({ id: 'large', body: large })).routes).toHaveLength(3000)
    })

    test('is deleted with its API, permanently', async ({ api }) => {
      await createApis(api, 'a', 'ab')
      for (const id of ['a', 'ab']) await api.apis.deployments.create({ id, body: {} })
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      const events = await emitted(api, () => api.apis.delete({ id: 'a' }), 'Api')
      expect(events.map(({ type }) => type)).toEqual(['API_DELETED', 'API_DRAFT_DELETED'])
      await expect(api.apis.deployments.list({ id: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await createApis(api, 'a')
      expect(await deploymentsOf(api)).toBe(0)
      expect((await api.apis.draft.get({ id: 'a' })).description).toBe('')
      const [other] = (await api.apis.get({ id: 'ab' })).deployments ?? []
      expect(other?.apiDefinition?.id).toBe('ab')
    })
  })
}
