import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import type { ApiTest } from '../api-test.ts'
import { createSubscribable, HOUR, subscribe } from './subscribable.ts'

/** Filtering and counting subscriptions, and nd-json export and import. */
export function describeSubscriptionLists(test: ApiTest): void {
  describe('a subscription', () => {
    test('is filtered, counted, searched and deleted with its credential', async ({ api }) => {
      await createSubscribable(api)
      await createSubscribable(api, 'b')
      await subscribe(api, { id: 's1', owner_ref: 'ann' })
      await subscribe(api, { id: 's2', owner_ref: 'bob', tags: ['x'] })
      await subscribe(api, { id: 's3', api_ref: 'b', owner_ref: 'ann' })
      const ids = async (query: object) => (await api.subscriptions.list(query)).results.map(({ id }) => id)
      expect(await ids({})).toEqual(['s1', 's2', 's3'])
      expect(await ids({ filter: { api_ref: 'a' } })).toEqual(['s1', 's2'])
      expect(await ids({ filter: { owner_ref: 'ann', api_ref: 'b' } })).toEqual(['s3'])
      expect(await ids({ filter: { tags: 'x' } })).toEqual(['s2'])
      expect(await ids({ sorted: 'owner_ref:desc' })).toEqual(['s2', 's1', 's3'])
      expect(await api.subscriptions.count({ pattern: 's1,s2' })).toEqual({ count: 2 })
      expect(await api.search({ pattern: 's3' })).toEqual({ results: [{ domain: 'Subscription', id: 's3' }] })
      const { results } = await api.subscriptions.credentials({ id: 's1' })
      await api.subscriptions.delete({ id: 's1' })
      await expect(api.subscriptions.get({ id: 's1' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(api.credentials.get({ id: results[0]?.clientId as string })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      expect(await api.credentials.count()).toEqual({ count: 2 })
    })

    test('moves by nd-json with its credentials', async ({ api, clock }) => {
      await createSubscribable(api)
      const { id, clientId, clientSecret } = await subscribe(api, { owner_ref: 'ann' })
      const { id: closed } = await subscribe(api)
      clock.advance(HOUR)
      const rotated = await api.subscriptions.rotate({ id, body: {} })
      await api.subscriptions.close({ id: closed, reason: 'done' })
      const all = async () => ({
        subscriptions: await collect(await api.subscriptions.export()),
        credentials: await collect(await api.credentials.export()),
      })
      const before = await all()
      expect(JSON.stringify(before)).not.toContain(clientSecret)
      expect(JSON.stringify(before)).not.toContain(rotated.clientSecret)
      await api.subscriptions.delete({ id })
      await api.subscriptions.delete({ id: closed })
      expect(await api.subscriptions.import({ body: before.subscriptions })).toMatchObject({ success: 2 })
      expect(await api.credentials.import({ body: before.credentials })).toMatchObject({ success: 2 })
      expect(await all()).toEqual(before)
      clock.advance(2 * HOUR)
      expect(await api.credentials.rotate({ body: { clientId, clientSecret: rotated.clientSecret } })).toMatchObject({
        clientId,
      })
    })

    test('that is uploaded without a credential gets one by a rotation', async ({ api }) => {
      await createSubscribable(api)
      const line = { id: 's', api_ref: 'a', plan_ref: 'gold' }
      expect(await api.subscriptions.import({ body: [line] })).toMatchObject({ success: 1 })
      expect(await api.credentials.count()).toEqual({ count: 0 })
      const shown = await api.subscriptions.rotate({ id: 's', body: {} })
      expect(await api.subscriptions.get({ id: 's' })).toMatchObject({ token_refs: [shown.clientId] })
      expect(await api.credentials.rotate({ body: shown })).toMatchObject({ clientId: shown.clientId })
    })

    test('cannot claim the credential of another by listing it', async ({ api }) => {
      await createSubscribable(api)
      const { clientId, clientSecret } = await subscribe(api)
      await api.subscriptions.import({ body: [{ id: 's', api_ref: 'a', plan_ref: 'gold', token_refs: [clientId] }] })
      expect(await api.subscriptions.credentials({ id: 's' })).toEqual({ results: [] })
      const shown = await api.subscriptions.rotate({ id: 's', body: {} })
      expect(shown.clientId).not.toBe(clientId)
      await api.subscriptions.delete({ id: 's' })
      expect(await api.credentials.rotate({ body: { clientId, clientSecret } })).toMatchObject({ clientId })
    })
  })
}
