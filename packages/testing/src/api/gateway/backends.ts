import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, emitted, problem } from '../api-test.ts'

const routes = [{ id: 'r', backend: 'b' }]

async function begin(api: SignalboxApi): Promise<void> {
  for (const id of ['b', 'b2']) await api.backends.create({ body: { id } })
}

const refused = (...users: string[]) => ({ code: 'CONFLICT', errors: [problem('error.backend.used', ...users)] })

/** Stored backends, which all APIs can use. */
export function describeBackends(test: ApiTest): void {
  describe('a stored backend', () => {
    test('is created, read, replaced, patched, listed, counted, moved and deleted', async ({ api }) => {
      const backend = { targets: [{ hostname: 'one.tld', weight: 2, more: [1] }], health_check: { url: '/' } }
      const events = await emitted(
        api,
        async () => {
          const created = await api.backends.create({ body: { name: 'B', backend, client: 'c' } })
          const whole = { ...backend, root: '', rewrite: false }
          expect(created).toEqual({ id: expect.stringMatching(/^backend_/), name: 'B', backend: whole, client: 'c' })
          const id = created.id as string
          expect(await api.backends.get({ id })).toEqual(created)
          expect(await api.backends.replace({ id, body: { name: 'C' } })).toEqual({
            id,
            name: 'C',
            backend: { targets: [], root: '', rewrite: false },
          })
          expect(await api.backends.patch({ id, body: { name: null, backend } })).toEqual({
            id,
            name: '',
            backend: whole,
          })
          expect((await api.backends.list({ filter: { 'backend.targets.hostname': 'one.tld' } })).results).toHaveLength(
            1,
          )
          expect(await api.backends.count()).toEqual({ count: 1 })
          const lines = await collect(await api.backends.export())
          await api.backends.delete({ id })
          expect(await api.backends.import({ body: lines })).toMatchObject({ success: 1 })
          expect(await api.backends.get({ id })).toEqual({ id, name: '', backend: whole })
        },
        'Backend',
      )
      const types = ['CREATED', 'UPDATED', 'UPDATED', 'DELETED', 'CREATED'].map((change) => `BACKEND_${change}`)
      expect(events.map(({ type }) => type)).toEqual(types)
    })

    test('cannot be deleted while a saved API uses it', async ({ api }) => {
      await begin(api)
      await api.apis.create({ body: { id: 'a', name: 'a', routes } })
      await api.apis.create({ body: { id: 'local', name: 'l', routes, backends: [{ id: 'b' }] } })
      await expect(api.backends.delete({ id: 'b' })).rejects.toMatchObject(refused('a'))
      await api.backends.delete({ id: 'b2' })
      await api.apis.patch({ id: 'a', body: { routes: [] } })
      await api.backends.delete({ id: 'b' })
      const use = api.apis.patch({ id: 'a', body: { routes } })
      await expect(use).rejects.toMatchObject({
        fieldErrors: { '/routes/0/backend': [problem('error.reference', 'b')] },
      })
    })

    test('cannot be deleted while a draft or the newest deployment uses it', async ({ api }) => {
      await begin(api)
      for (const id of ['drafts', 'serves']) await api.apis.create({ body: { id, name: id } })
      await api.apis.draft.patch({ id: 'drafts', body: { routes } })
      await api.apis.patch({ id: 'serves', body: { routes, state: 'published' } })
      await api.apis.patch({ id: 'serves', body: { state: 'deprecated' } })
      await api.apis.patch({ id: 'serves', body: { routes: [] } })
      await expect(api.backends.delete({ id: 'b' })).rejects.toMatchObject(refused('drafts', 'serves'))
      await api.apis.draft.delete({ id: 'drafts' })
      await expect(api.backends.delete({ id: 'b' })).rejects.toMatchObject(refused('serves'))
      const [old] = (await api.apis.deployments.list({ id: 'serves' })).results
      await api.apis.deployments.create({ id: 'serves', body: {} })
      await api.backends.delete({ id: 'b' })
      const restore = api.apis.deployments.restore({ id: 'serves', deploymentId: old?.id as string })
      await expect(restore).rejects.toMatchObject({ code: 'CONFLICT', errors: [problem('error.reference', 'b')] })
    })

    test('can be deleted once no API uses it', async ({ api }) => {
      await begin(api)
      await api.apis.create({ body: { id: 'a', name: 'a', routes } })
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      await api.apis.deployments.create({ id: 'a', body: {} })
      await api.apis.create({ body: { id: 'other', name: 'o' } })
      await api.apis.draft.patch({ id: 'other', body: { routes } })
      await expect(api.backends.delete({ id: 'b' })).rejects.toMatchObject(refused('a', 'other'))
      for (const id of ['a', 'other']) await api.apis.delete({ id })
      await api.backends.delete({ id: 'b' })
    })

    test('deleted during concurrent uses is either deleted or used', async ({ api }) => {
      for (let round = 0; round < 5; round++) {
        await api.backends.import({ body: [{ id: 'b' }] })
        const lines = [0, 1, 2].map((n) => ({ id: `i${n}`, name: 'i', routes }))
        const outcomes = await Promise.allSettled([
          api.apis.create({ body: { id: 'a', name: 'a', routes } }),
          api.backends.delete({ id: 'b' }),
          api.apis.import({ body: lines }),
          api.apis.create({ body: { id: 'c', name: 'c', routes } }),
        ])
        const isGone = outcomes[1]?.status === 'fulfilled'
        expect(await api.backends.count({ pattern: 'b' })).toEqual({ count: isGone ? 0 : 1 })
        const users = (await api.apis.list()).results.map(({ id }) => id as string)
        if (isGone) expect(users).toEqual([])
        else expect(users.length).toBeGreaterThan(0)
        for (const id of users) await api.apis.delete({ id })
      }
      await api.backends.delete({ id: 'b' }).catch(() => {})
      expect(await api.backends.count()).toEqual({ count: 0 })
    })
  })
}
