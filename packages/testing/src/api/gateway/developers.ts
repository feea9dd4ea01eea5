import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { createSubscribable, subscribe } from './subscribable.ts'

const ann = { id: 'ann', name: 'Ann', email: 'ann@example.com' }
const shop = { id: 'shop', name: 'Shop', members: [{ developer: 'ann', role: 'owner' as const }] }

/** Consumers of APIs, and their applications. */
export function describeDevelopers(test: ApiTest): void {
  describe('a developer', () => {
    test('is created, read, replaced, patched, listed, counted, moved and deleted', async ({ api }) => {
      const events = await emitted(
        api,
        async () => {
          const created = await api.developers.create({ body: { ...ann, password: 'a long password' } })
          expect(created).toEqual({
            ...ann,
            email_verified: false,
            status: 'active',
            groups: [],
            source: 'api',
            created_at: expect.any(Number),
            tags: [],
            metadata: {},
          })
          expect(await api.developers.get({ id: 'ann' })).toEqual(created)
          expect(await api.developers.replace({ id: 'ann', body: { ...ann, groups: ['partners'] } })).toEqual({
            ...created,
            groups: ['partners'],
          })
          expect(await api.developers.patch({ id: 'ann', body: { status: 'blocked' } })).toMatchObject({
            status: 'blocked',
          })
          expect((await api.developers.list({ filter: { status: 'blocked' } })).results).toHaveLength(1)
          expect((await api.developers.list({ filter: { status: 'active' } })).results).toHaveLength(0)
          expect(await api.developers.count()).toEqual({ count: 1 })
          const lines = await collect(await api.developers.export())
          await api.developers.delete({ id: 'ann' })
          expect(await api.developers.import({ body: lines })).toMatchObject({ success: 1 })
          expect(await api.developers.get({ id: 'ann' })).toMatchObject({ ...ann, status: 'blocked' })
        },
        'Developer',
      )
      const types = ['CREATED', 'UPDATED', 'UPDATED', 'DELETED', 'CREATED'].map((change) => `DEVELOPER_${change}`)
      expect(events.map(({ type }) => type)).toEqual(types)
      expect(JSON.stringify(events)).not.toContain('long password')
    })

    test('has an e-mail address of its own', async ({ api }) => {
      await api.developers.create({ body: ann })
      await expect(api.developers.create({ body: { name: 'Anna', email: 'ANN@example.com' } })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [problem('error.email.taken')],
      })
    })
  })

  describe('an application', () => {
    test('is created, read, replaced, patched, listed, counted, moved and deleted', async ({ api }) => {
      await api.developers.create({ body: ann })
      const events = await emitted(
        api,
        async () => {
          const created = await api.applications.create({ body: shop })
          expect(created).toEqual({ ...shop, description: '', tags: [], metadata: {} })
          expect(await api.applications.get({ id: 'shop' })).toEqual(created)
          const renamed = await api.applications.replace({ id: 'shop', body: { ...shop, name: 'Shop 2' } })
          expect(renamed).toEqual({ ...created, name: 'Shop 2' })
          expect(await api.applications.patch({ id: 'shop', body: { members: [] } })).toMatchObject({ members: [] })
          expect((await api.applications.list({ filter: { name: 'Shop 2' } })).results).toHaveLength(1)
          expect(await api.applications.count()).toEqual({ count: 1 })
          const lines = await collect(await api.applications.export())
          await api.applications.delete({ id: 'shop' })
          expect(await api.applications.import({ body: lines })).toMatchObject({ success: 1 })
        },
        'Application',
      )
      const types = ['CREATED', 'UPDATED', 'UPDATED', 'DELETED', 'CREATED'].map((change) => `APPLICATION_${change}`)
      expect(events.map(({ type }) => type)).toEqual(types)
    })

    test('has members that exist', async ({ api }) => {
      await expect(api.applications.create({ body: shop })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/members/0/developer': [problem('error.reference', 'ann')] },
      })
    })

    test('loses a member who is deleted', async ({ api }) => {
      await api.developers.create({ body: ann })
      await api.applications.create({ body: shop })
      await api.developers.delete({ id: 'ann' })
      expect(await api.applications.get({ id: 'shop' })).toMatchObject({ members: [] })
    })

    test('with open subscriptions is deleted only by force, which closes them', async ({ api }) => {
      await createSubscribable(api)
      await api.applications.create({ body: { id: 'shop', name: 'Shop' } })
      const { id = '' } = await subscribe(api, { owner_ref: 'shop' })
      await expect(api.applications.delete({ id: 'shop' })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [problem('error.application.subscribed', id)],
      })
      await api.applications.delete({ id: 'shop', force: true })
      expect(await api.subscriptions.get({ id })).toMatchObject({ status: 'closed', enabled: false })
      const { results } = await api.subscriptions.credentials({ id })
      expect(results.map(({ enabled }) => enabled)).toEqual([false])
    })
  })
}
