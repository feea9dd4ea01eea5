import { etagOf } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem, START } from '../api-test.ts'
import { createSubscribable, setPlan, subscribe } from './subscribable.ts'

/** Subscriptions: credentials, states, and the rules for creating them. */
export function describeSubscriptions(test: ApiTest): void {
  describe('a subscription', () => {
    test('gets a credential of its plan, with the secret returned once', async ({ api }) => {
      await createSubscribable(api)
      const events = await emitted(
        api,
        async () => {
          const { created, subscription, id, clientId, clientSecret } = await subscribe(api, {
            owner_ref: 'ann',
            tags: ['of the subscription'],
            metadata: { tier: 'forged', team: 'blue' },
          })
          expect(subscription).toEqual({
            id: expect.stringMatching(/^subscription_[0-9a-f-]{36}$/),
            name: '',
            description: '',
            enabled: true,
            api_ref: 'a',
            plan_ref: 'gold',
            owner_ref: 'ann',
            subscription_kind: 'apikey',
            token_refs: [clientId],
            dates: { created_at: START, processed_at: START, started_at: START },
            status: 'published',
            tags: ['of the subscription'],
            metadata: { tier: 'forged', team: 'blue' },
          })
          expect(clientId).toMatch(/^gold-[a-z0-9]{12}$/)
          expect(clientSecret).toMatch(/^sbx_[0-9A-Za-z]{38}$/)
          const shown = await api.subscriptions.get({ id })
          expect(shown).toEqual(subscription)
          expect(etagOf(shown)).toBe(etagOf(created))
          const { results } = await api.subscriptions.credentials({ id })
          expect(results).toEqual([
            {
              clientId,
              subscription_ref: id,
              api_ref: 'a',
              plan_ref: 'gold',
              owner_ref: 'ann',
              clientName: clientId,
              description: '',
              enabled: true,
              rotation: { enabled: true, rotationEvery: 24, gracePeriod: 2 },
              tags: ['of the plan', 'of the subscription'],
              metadata: { tier: 'gold', team: 'blue' },
              rotatedAt: START,
              rotationDue: false,
            },
          ])
          expect(await api.credentials.get({ id: clientId })).toEqual(results[0])
          expect(await api.subscriptions.usage({ id })).toEqual({
            results: [],
            totals: { requests: 0, limited: 0, bytesIn: 0, bytesOut: 0, backendMs: 0 },
            quotas: [],
          })
        },
        'Subscription,Credential',
      )
      expect(events.map(({ type }) => type)).toEqual(['SUBSCRIPTION_CREATED', 'CREDENTIAL_CREATED'])
      expect(JSON.stringify(events)).not.toContain('sbx_')
    })

    test.for<[what: string, body: object, pointer: string, code: string]>([
      ['of no API', { api_ref: 'b', plan_ref: 'gold' }, '/api_ref', 'error.reference'],
      ['of an API in staging', { api_ref: 'staged', plan_ref: 'gold' }, '/api_ref', 'error.api.state'],
      ['of no plan', { api_ref: 'a', plan_ref: 'silver' }, '/plan_ref', 'error.reference'],
      ['of a plan in staging', { api_ref: 'a', plan_ref: 'next' }, '/plan_ref', 'error.plan.status'],
      [
        'of another kind than its plan',
        { api_ref: 'a', plan_ref: 'gold', subscription_kind: 'jwt' },
        '/subscription_kind',
        'error.enum',
      ],
      ['of an unknown member', { api_ref: 'a', plan_ref: 'gold', colour: 1 }, '/colour', 'error.unknown.field'],
    ])('%s is rejected', async ([_, body, pointer, code], { api }) => {
      await createSubscribable(api)
      await api.apis.create({ body: { id: 'staged', name: 'staged' } })
      await expect(api.subscriptions.create({ body: body as never })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [pointer]: [expect.objectContaining({ message: code })] },
      })
      expect(await api.credentials.count()).toEqual({ count: 0 })
    })

    test.for(['deprecated', 'closed'])('of a plan that is %s is rejected', async (status, { api }) => {
      await createSubscribable(api)
      await setPlan(api, status)
      await expect(subscribe(api)).rejects.toMatchObject({
        fieldErrors: { '/plan_ref': [problem('error.plan.status', status)] },
      })
    })

    test('of an API in staging starts in staging, with testing', async ({ api }) => {
      await createSubscribable(api)
      await api.apis.duplicate({ id: 'a', body: { id: 'b', context_path: '/b' } })
      await expect(subscribe(api, { api_ref: 'b' })).rejects.toMatchObject({ code: 'INVALID' })
      await api.apis.patch({ id: 'b', body: { testing: { enabled: true } } })
      const { id, created } = await subscribe(api, { api_ref: 'b' })
      expect(created.status).toBe('staging')
      await api.apis.patch({ id: 'b', body: { state: 'published' } })
      expect(await api.subscriptions.get({ id })).toMatchObject({ status: 'published' })
    })

    test('of a keyless plan has no credential to rotate', async ({ api }) => {
      await createSubscribable(api)
      const created = await api.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'free' } })
      expect(created).toMatchObject({ subscription_kind: 'keyless', token_refs: [] })
      expect(created).not.toHaveProperty('credentials')
      await expect(api.subscriptions.rotate({ id: created.id as string, body: {} })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [problem('error.credentials.none', 'keyless')],
      })
    })

    test('is paused, resumed and closed, with dates and reasons', async ({ api, clock }) => {
      await createSubscribable(api)
      const { id, clientId } = await subscribe(api)
      clock.advance(1)
      expect(await api.subscriptions.pause({ id, reason: 'not paid' })).toMatchObject({
        enabled: false,
        status: 'published',
        reason: 'not paid',
        dates: { created_at: START, started_at: START, paused_at: START + 1 },
      })
      clock.advance(1)
      const resumed = await api.subscriptions.resume({ id })
      expect(resumed).toMatchObject({ enabled: true, dates: { started_at: START + 2, paused_at: START + 1 } })
      expect(resumed).not.toHaveProperty('reason')
      clock.advance(1)
      const closed = await api.subscriptions.close({ id, reason: 'moved on' })
      expect(closed).toMatchObject({
        enabled: false,
        status: 'closed',
        reason: 'moved on',
        dates: { started_at: START + 2, paused_at: START + 1, closed_at: START + 3 },
      })
      expect(await api.credentials.get({ id: clientId })).toMatchObject({ enabled: false })
      expect(etagOf(await api.subscriptions.close({ id }))).toBe(etagOf(closed))
      for (const call of [
        () => api.subscriptions.pause({ id }),
        () => api.subscriptions.resume({ id }),
        () => api.subscriptions.rotate({ id, body: {} }),
        () => api.subscriptions.patch({ id, body: { enabled: true } }),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await api.subscriptions.get({ id })).toEqual(closed)
    })

    test('is paused and resumed by `enabled`, too', async ({ api, clock }) => {
      await createSubscribable(api)
      const { id } = await subscribe(api)
      clock.advance(5)
      const events = await emitted(
        api,
        async () => {
          const paused = await api.subscriptions.patch({ id, body: { enabled: false } })
          expect(paused.dates).toMatchObject({ paused_at: START + 5 })
          expect(etagOf(await api.subscriptions.pause({ id }))).toBe(etagOf(paused))
          await api.subscriptions.replace({ id, body: { api_ref: 'a', plan_ref: 'gold', enabled: true } })
          await api.subscriptions.resume({ id })
        },
        'Subscription',
      )
      expect(events.map(({ type }) => type)).toEqual(['SUBSCRIPTION_UPDATED', 'SUBSCRIPTION_UPDATED'])
    })

    test('keeps computed members, its API and its plan', async ({ api }) => {
      await createSubscribable(api)
      const { id, subscription } = await subscribe(api, { name: 'one', owner_ref: 'ann' })
      const forged = { token_refs: ['other'], dates: { created_at: 1 }, status: 'closed' as const }
      const replaced = await api.subscriptions.replace({ id, body: { ...subscription, ...forged, name: 'two' } })
      expect(replaced).toEqual({ ...subscription, name: 'two' })
      const same = await api.subscriptions.replace({ id, body: { ...subscription, name: 'two' } })
      expect(etagOf(same)).toBe(etagOf(replaced))
      for (const [member, value] of [
        ['api_ref', 'b'],
        ['plan_ref', 'free'],
        ['subscription_kind', 'keyless'],
      ] as const)
        await expect(api.subscriptions.patch({ id, body: { [member]: value } })).rejects.toMatchObject({
          code: 'INVALID',
          fieldErrors: { [`/${member}`]: [expect.objectContaining({ message: 'error.fixed' })] },
        })
      await expect(api.subscriptions.patch({ id, body: { id: 'other' } })).rejects.toMatchObject({
        errors: [problem('error.id.fixed', id)],
      })
    })

    test('is deprecated with its plan', async ({ api }) => {
      await createSubscribable(api)
      const { id } = await subscribe(api)
      await setPlan(api, 'deprecated')
      expect(await api.subscriptions.get({ id })).toMatchObject({ status: 'deprecated', enabled: true })
      expect((await api.subscriptions.list()).results).toMatchObject([{ id, status: 'deprecated' }])
      await setPlan(api, 'published')
      expect(await api.subscriptions.get({ id })).toMatchObject({ status: 'published' })
    })

    test('of an owner that is not a client of the API causes a lint warning', async ({ api }) => {
      await createSubscribable(api)
      await api.apis.patch({ id: 'a', body: { clients: [{ id: 'ann' }] } })
      for (const owner_ref of ['ann', 'bob', 'bob']) await subscribe(api, { owner_ref })
      const { problems } = await api.apis.lint({ id: 'a' })
      expect(problems.filter(({ pointer }) => pointer === '/clients')).toEqual([
        {
          severity: 'warning',
          pointer: '/clients',
          message:
            'A subscription belongs to bob, who is not a client of the API: add the client, or correct owner_ref',
        },
      ])
    })

    test('is created once by concurrent calls', async ({ api }) => {
      await createSubscribable(api)
      const calls = await Promise.allSettled(Array.from({ length: 5 }, () => subscribe(api, { id: 's' })))
      expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const call of calls) if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'CONFLICT' })
      expect(await api.credentials.count()).toEqual({ count: 1 })
    })
  })
}
