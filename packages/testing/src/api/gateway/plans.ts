import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { createSubscribable, setPlan, subscribe } from './subscribable.ts'

type Configured = readonly [type: string, configuration: object | undefined, at: string, code: string]

/** The lifecycle of plans, and its effect on their subscriptions. */
export function describePlans(test: ApiTest): void {
  describe('a plan', () => {
    test.for<Configured>([
      ['jwt', undefined, '', 'error.required.any'],
      ['jwt', { issuer: 'x' }, '', 'error.required.any'],
      ['jwt', { secret: 'x', publicKey: 'y' }, '', 'error.required.one'],
      ['jwt', { jwksURL: 'x' }, '/jwksURL', 'error.unknown.field'],
      ['mtls', { subjectPatterns: [] }, '', 'error.required.any'],
      ['oauth2-remote', { issuer: 'x' }, '', 'error.required.any'],
      ['apikey', { clientIdPattern: '(a+)+$' }, '/clientIdPattern', 'error.pattern.generated'],
      ['apikey', { clientIdPattern: '[' }, '/clientIdPattern', 'error.pattern.generated'],
      ['apikey', { clientIdPattern: 'a b' }, '/clientIdPattern', 'error.pattern.generated'],
      ['oauth2-local', { clientNamePattern: 'a*' }, '/clientNamePattern', 'error.pattern.generated'],
      ['apikey', { clientIdPattern: 'a'.repeat(65) }, '/clientIdPattern', 'error.length.maximum'],
      ['keyless', { secret: 'x' }, '/secret', 'error.unknown.field'],
    ])('of the mode %s with %j is rejected by its place', async ([type, configuration, at, code], { api }) => {
      const plan = { id: 'p', access_mode_configuration_type: type, access_mode_configuration: configuration }
      const body = { id: 'a', name: 'a', documentation: { plans: [plan] } } as never
      const fieldErrors = {
        [`/documentation/plans/0/access_mode_configuration${at}`]: [expect.objectContaining({ message: code })],
      }
      await expect(api.apis.create({ body })).rejects.toMatchObject({ code: 'INVALID', fieldErrors })
    })

    test('changes its status only as allowed, by every operation', async ({ api }) => {
      await createSubscribable(api)
      await setPlan(api, 'closed')
      const refused = {
        code: 'CONFLICT',
        errors: [problem('error.plan.transition', 'gold', 'closed', 'published')],
      }
      const { deployments: _deployments, ...shown } = await api.apis.get({ id: 'a' })
      const reopened = structuredClone(shown)
      if (reopened.documentation?.plans?.[0]) reopened.documentation.plans[0].status = 'published'
      await expect(api.apis.replace({ id: 'a', body: reopened })).rejects.toMatchObject(refused)
      await expect(setPlan(api, 'published')).rejects.toMatchObject(refused)
      await api.apis.draft.replace({ id: 'a', body: reopened })
      await expect(api.apis.deployments.create({ id: 'a', body: {} })).rejects.toMatchObject(refused)
      const result = await api.apis.import({ body: [{ ...reopened, id: 'a' }], strategy: 'Replace' })
      expect(result).toMatchObject({ success: 0, errors: { errors: [expect.anything()] } })
    })

    test('that was closed stays closed when an older deployment is restored', async ({ api }) => {
      await createSubscribable(api)
      const first = (await api.apis.get({ id: 'a' })).deployments?.at(-1)
      await setPlan(api, 'closed')
      await api.apis.deployments.restore({ id: 'a', deploymentId: first?.id as string })
      const { documentation } = await api.apis.get({ id: 'a' })
      expect(documentation?.plans?.map(({ status }) => status)).toEqual(['closed', 'published', 'staging'])
    })

    test('closes its subscriptions and credentials, without deleting them', async ({ api }) => {
      await createSubscribable(api)
      const { id, clientId, clientSecret } = await subscribe(api)
      const free = await api.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'free' } })
      const events = await emitted(api, () => setPlan(api, 'closed'), 'Api,Subscription,Credential')
      expect(events.map(({ type }) => type).sort()).toEqual([
        'API_DEPLOYED',
        'API_UPDATED',
        'CREDENTIAL_UPDATED',
        'SUBSCRIPTION_UPDATED',
      ])
      expect(await api.subscriptions.get({ id })).toMatchObject({
        enabled: false,
        status: 'closed',
        reason: 'its plan was closed',
      })
      expect(await api.subscriptions.credentials({ id })).toMatchObject({ results: [{ clientId, enabled: false }] })
      await expect(api.credentials.rotate({ body: { clientId, clientSecret } })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      await expect(api.subscriptions.resume({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await api.subscriptions.get({ id: free.id as string })).toMatchObject({ enabled: true })
    })

    test('closes any number of subscriptions', async ({ api }) => {
      await createSubscribable(api)
      const body = Array.from({ length: 230 }, (_, i) => ({ id: `s${i}`, api_ref: 'a', plan_ref: 'gold' }))
      expect(await api.subscriptions.import({ body })).toMatchObject({ success: 230 })
      const closed = async () => (await api.subscriptions.list({ filter: { enabled: 'false' } })).metadata.count
      expect(await closed()).toBe(0)
      expect(await api.apis.impact({ id: 'a', planId: 'gold', status: 'closed' })).toMatchObject({
        subscriptions: { count: 230 },
      })
      await setPlan(api, 'closed')
      expect(await closed()).toBe(230)
      expect(await api.apis.delete({ id: 'a', force: true })).toMatchObject({ id: 'a' })
      // Many are deleted in batches behind the call.
      await expect.poll(() => api.subscriptions.count(), { timeout: 30_000 }).toEqual({ count: 0 })
    })

    test('reports the impact of its closure beforehand', async ({ api }) => {
      await createSubscribable(api)
      const { id, clientId } = await subscribe(api, { name: 'one', owner_ref: 'ann' })
      const { id: ended } = await subscribe(api)
      await api.subscriptions.close({ id: ended })
      expect(await api.apis.impact({ id: 'a', planId: 'gold', status: 'closed' })).toEqual({
        from: 'published',
        to: 'closed',
        isAllowed: true,
        subscriptions: { count: 1, results: [{ id, name: 'one', owner_ref: 'ann' }] },
        credentials: { count: 1, results: [clientId] },
      })
      const none = { subscriptions: { count: 0, results: [] }, credentials: { count: 0, results: [] } }
      for (const [status, isAllowed] of [
        ['deprecated', true],
        ['staging', false],
      ] as const)
        expect(await api.apis.impact({ id: 'a', planId: 'gold', status })).toMatchObject({ isAllowed, ...none })
      for (const where of [
        { id: 'b', planId: 'gold' },
        { id: 'a', planId: 'silver' },
      ])
        await expect(api.apis.impact({ ...where, status: 'closed' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('cannot be removed while it has subscriptions, even closed ones', async ({ api }) => {
      await createSubscribable(api)
      const { id } = await subscribe(api)
      const without = [{ op: 'remove' as const, path: '/documentation/plans/0' }]
      const refused = { code: 'CONFLICT', errors: [problem('error.plan.subscribed', 'gold', '1')] }
      await expect(api.apis.patch({ id: 'a', body: without })).rejects.toMatchObject(refused)
      await api.subscriptions.close({ id })
      await expect(api.apis.patch({ id: 'a', body: without })).rejects.toMatchObject(refused)
      await api.subscriptions.delete({ id })
      await api.apis.patch({ id: 'a', body: without })
    })
  })

  describe('an API with subscriptions', () => {
    test('is deleted only with force, with its subscriptions and credentials', async ({ api }) => {
      await createSubscribable(api)
      await createSubscribable(api, 'b')
      const { id } = await subscribe(api)
      const other = await subscribe(api, { api_ref: 'b' })
      await expect(api.apis.delete({ id: 'a' })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [problem('error.api.subscribed', '1')],
      })
      const events = await emitted(api, () => api.apis.delete({ id: 'a', force: true }), 'Api,Subscription,Credential')
      expect(events.map(({ type }) => type)).toEqual(['API_DELETED', 'SUBSCRIPTION_DELETED', 'CREDENTIAL_DELETED'])
      await expect(api.subscriptions.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect((await api.credentials.list()).results.map(({ clientId }) => clientId)).toEqual([other.clientId])
      await createSubscribable(api)
      expect(await api.apis.impact({ id: 'a', planId: 'gold', status: 'closed' })).toMatchObject({
        subscriptions: { count: 0 },
      })
    })

    test.for(['closing its plan', 'taking its plan away', 'deleting it'])(
      '%s during subscriptions leaves a consistent state',
      async (what, { api }) => {
        await createSubscribable(api)
        const change = {
          'closing its plan': () => setPlan(api, 'closed'),
          'taking its plan away': () =>
            api.apis.patch({ id: 'a', body: [{ op: 'remove', path: '/documentation/plans/0' }] }),
          'deleting it': () => api.apis.delete({ id: 'a' }),
        }[what] as () => Promise<unknown>
        const calls = await Promise.allSettled([subscribe(api), change(), subscribe(api), subscribe(api)])
        const made = calls.filter(({ status }, i) => status === 'fulfilled' && i !== 1).length
        expect(await api.subscriptions.count()).toEqual({ count: made })
        expect(await api.credentials.count()).toEqual({ count: made })
        const isChanged = calls[1]?.status === 'fulfilled'
        if (isChanged && what !== 'closing its plan') expect(made).toBe(0)
        if (!isChanged) expect(made).toBeGreaterThan(0)
        if (what === 'closing its plan')
          for (const { enabled, status } of (await api.subscriptions.list()).results)
            expect({ enabled, status }).toEqual({ enabled: false, status: 'closed' })
      },
    )
  })
}
