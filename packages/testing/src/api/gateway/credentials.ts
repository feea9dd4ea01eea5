import { etagOf } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem, START } from '../api-test.ts'
import { createSubscribable, HOUR, subscribe } from './subscribable.ts'

/** Credentials of subscriptions, and the rotation of their secrets. */
export function describeCredentials(test: ApiTest): void {
  describe('a credential', () => {
    test('is rotated by its owner and by the holder of the current secret', async ({ api, clock }) => {
      await createSubscribable(api)
      const { id, clientId, clientSecret } = await subscribe(api)
      clock.advance(HOUR)
      const second = await api.subscriptions.rotate({ id, body: {} })
      expect(second).toEqual({
        clientId,
        clientSecret: expect.stringMatching(/^sbx_[0-9A-Za-z]{38}$/),
        previousUntil: START + 3 * HOUR,
      })
      expect(second.clientSecret).not.toBe(clientSecret)
      expect(await api.credentials.get({ id: clientId })).toMatchObject({
        rotatedAt: START + HOUR,
        previousUntil: START + 3 * HOUR,
      })
      clock.advance(2 * HOUR)
      const third = await api.credentials.rotate({ body: { clientId, clientSecret: second.clientSecret } })
      expect(third.previousUntil).toBe(START + 5 * HOUR)
    })

    test('belongs to a subscription that nobody decides about unless it waits', async ({ api }) => {
      await createSubscribable(api)
      const { id } = await subscribe(api)
      for (const decided of [api.subscriptions.approve({ id }), api.subscriptions.refuse({ id, reason: 'Full' })])
        await expect(decided).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await api.subscriptions.get({ id })).toMatchObject({ enabled: true })
    })

    test('is not rotated with an old, wrong or missing secret', async ({ api }) => {
      await createSubscribable(api)
      const unknown = { clientId: 'nobody', clientSecret: `sbx_${'0'.repeat(38)}` }
      const refused = await api.credentials.rotate({ body: unknown }).catch((error: Error) => error)
      const unauthenticated = (refused as Error).message
      const { id, clientId, clientSecret } = await subscribe(api)
      await api.subscriptions.rotate({ id, body: { clientId } })
      for (const body of [
        { clientId, clientSecret },
        { clientId, clientSecret: `sbx_${'0'.repeat(38)}` },
        { clientId: 'nobody', clientSecret },
        { clientId, clientSecret: 'guess' },
        { clientId, clientSecret: '' },
      ]) {
        const failure = await api.credentials.rotate({ body }).catch((error: unknown) => error)
        expect(failure).toMatchObject({ code: 'UNAUTHENTICATED', message: unauthenticated, fieldErrors: {} })
      }
      await expect(api.subscriptions.rotate({ id, body: { clientId: 'nobody' } })).rejects.toMatchObject({
        fieldErrors: { '/clientId': [problem('error.enum', clientId)] },
      })
    })

    test('has at most two valid secrets, because it is not rotated within the grace period', async ({ api, clock }) => {
      await createSubscribable(api)
      const { id } = await subscribe(api)
      const { previousUntil } = await api.subscriptions.rotate({ id, body: {} })
      clock.advance(2 * HOUR - 1)
      await expect(api.subscriptions.rotate({ id, body: {} })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('revokePrevious=true'),
        errors: [problem('error.rotation.grace', String(previousUntil))],
      })
      clock.advance(1)
      await api.subscriptions.rotate({ id, body: {} })
    })

    test('that leaked is replaced at once by its owner or holder, even within the grace period', async ({
      api,
      clock,
    }) => {
      await createSubscribable(api)
      const { id, clientId, clientSecret: leaked } = await subscribe(api)
      const second = await api.subscriptions.rotate({ id, body: {} })
      const third = await api.subscriptions.rotate({ id, revokePrevious: true, body: {} })
      expect(third).toEqual({ clientId, clientSecret: expect.any(String), previousUntil: clock.clock() })
      const held = { clientId, clientSecret: third.clientSecret }
      const fourth = await api.credentials.rotate({ revokePrevious: true, body: held })
      for (const { clientSecret } of [{ clientSecret: leaked }, second, third])
        await expect(api.credentials.rotate({ body: { clientId, clientSecret } })).rejects.toMatchObject({
          code: 'UNAUTHENTICATED',
        })
      const fifth = await api.credentials.rotate({ body: { clientId, clientSecret: fourth.clientSecret } })
      expect(fifth.previousUntil).toBe(clock.clock() + 2 * HOUR)
    })

    test('that was deleted is replaced by a rotation of its subscription', async ({ api }) => {
      await createSubscribable(api)
      const { id, clientId } = await subscribe(api)
      await api.credentials.delete({ id: clientId })
      const next = await api.subscriptions.rotate({ id, body: {} })
      expect(next.clientId).not.toBe(clientId)
      expect(await api.subscriptions.get({ id })).toMatchObject({ token_refs: [next.clientId] })
      await api.credentials.rotate({ body: { clientId: next.clientId, clientSecret: next.clientSecret } })
    })

    test('is listed by API, plan, subscription and owner', async ({ api }) => {
      await createSubscribable(api)
      const { id, clientId } = await subscribe(api, { owner_ref: 'ann' })
      await subscribe(api, { owner_ref: 'bob' })
      const found = async (filter: Record<string, string>) =>
        (await api.credentials.list({ filter })).results.map((one) => one.clientId)
      expect(await found({ api_ref: 'a' })).toHaveLength(2)
      expect(await found({ api_ref: 'b' })).toEqual([])
      expect(await found({ owner_ref: 'ann', plan_ref: 'gold' })).toEqual([clientId])
      expect(await found({ subscription_ref: id })).toEqual([clientId])
      await expect(found({ rotationDue: 'true' })).rejects.toMatchObject({ code: 'INVALID' })
      const { results } = await api.subscriptions.list({ filter: { token_refs: clientId } })
      expect(results.map((one) => one.id)).toEqual([id])
    })

    test('is rotated once by concurrent calls', async ({ api }) => {
      await createSubscribable(api)
      const { id, clientId } = await subscribe(api)
      const calls = await Promise.allSettled(
        Array.from({ length: 4 }, () => api.subscriptions.rotate({ id, body: {} })),
      )
      const [done, ...others] = calls.filter((call) => call.status === 'fulfilled')
      expect(others).toEqual([])
      const held = { clientId, clientSecret: done?.value.clientSecret as string }
      await expect(api.credentials.rotate({ body: held })).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    test('emits one event when it is due for rotation', async ({ api, clock }) => {
      await createSubscribable(api)
      const { id, clientId } = await subscribe(api)
      clock.advance(24 * HOUR - 1)
      expect(await api.credentials.get({ id: clientId })).toMatchObject({ rotationDue: false })
      clock.advance(1)
      const events = await emitted(
        api,
        async () => {
          const reads = [
            () => api.credentials.get({ id: clientId }),
            async () => (await api.subscriptions.credentials({ id })).results[0],
            async () => (await api.credentials.list()).results[0],
          ]
          for (const shown of await Promise.all([...reads, ...reads].map((read) => read())))
            expect(shown).toMatchObject({ clientId, rotationDue: true })
        },
        'Credential',
      )
      expect(events).toMatchObject([{ type: 'CREDENTIAL_ROTATION_DUE', key: clientId, payload: { rotationDue: true } }])
      await api.subscriptions.rotate({ id, body: {} })
      expect(await api.credentials.get({ id: clientId })).toMatchObject({ rotationDue: false })
      clock.advance(24 * HOUR)
      const again = await emitted(api, () => api.credentials.get({ id: clientId }), 'Credential')
      expect(again.map(({ type }) => type)).toEqual(['CREDENTIAL_ROTATION_DUE'])
    })

    test('can be disabled, limited, replaced and deleted, but not moved', async ({ api }) => {
      await createSubscribable(api)
      const { id, clientId, clientSecret } = await subscribe(api, { owner_ref: 'ann' })
      const belongs = { clientId, subscription_ref: id, api_ref: 'a', plan_ref: 'gold', owner_ref: 'ann' }
      const disabled = await api.credentials.patch({ id: clientId, body: { enabled: false, subscription_ref: 's' } })
      expect(disabled).toMatchObject({ ...belongs, enabled: false })
      await expect(api.credentials.rotate({ body: { clientId, clientSecret } })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      const body = { enabled: true, validUntil: START + HOUR, restrictions: { enabled: true, allowed: [] } }
      const replaced = await api.credentials.replace({ id: clientId, body })
      const unsent = { clientName: '', description: '', tags: [], metadata: {} }
      expect(replaced).toEqual({ ...belongs, ...unsent, ...body, rotatedAt: START, rotationDue: false })
      expect(etagOf(await api.credentials.replace({ id: clientId, body }))).toBe(etagOf(replaced))
      const events = await emitted(api, () => api.credentials.delete({ id: clientId }), 'Subscription,Credential')
      expect(events.map(({ type }) => type)).toEqual(['CREDENTIAL_DELETED', 'SUBSCRIPTION_UPDATED'])
      expect(await api.subscriptions.get({ id })).toMatchObject({ token_refs: [] })
    })

    test('that is uploaded must belong to an existing subscription that lists it', async ({ api }) => {
      await createSubscribable(api)
      const { id } = await subscribe(api)
      const hash = `hmac-sha256$${'0'.repeat(32)}$${'0'.repeat(64)}`
      const line = { clientId: 'c', api_ref: 'a', plan_ref: 'gold', secrets: { current: { hash, since: 0 } } }
      const body = [
        { ...line, subscription_ref: id },
        { ...line, subscription_ref: 'nobody' },
      ]
      expect(await api.credentials.import({ body })).toMatchObject({
        success: 0,
        errors: { fieldErrors: { '/1/subscription_ref': [problem('error.reference', id)] } },
      })
      expect(await api.credentials.count({ pattern: 'c' })).toEqual({ count: 0 })
    })

    test('is not created if the pattern has no more ids', async ({ api }) => {
      await api.apis.create({
        body: {
          id: 'a',
          name: 'a',
          testing: { enabled: true },
          documentation: {
            plans: [
              {
                id: 'gold',
                status: 'published',
                access_mode_configuration_type: 'apikey',
                access_mode_configuration: { clientIdPattern: 'one' },
              },
            ],
          },
        },
      })
      expect((await subscribe(api)).clientId).toBe('one')
      await expect(subscribe(api)).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [problem('error.client.id.taken', 'gold')],
      })
      expect(await api.subscriptions.count()).toEqual({ count: 1 })
    })
  })
}
