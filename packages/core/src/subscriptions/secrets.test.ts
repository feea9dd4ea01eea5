import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import type { Plan } from '../plans/plan.ts'
import { boxWithPlans, gold, HOUR, setPlan } from './subscriptions.fixture.ts'

/** Collects all items of an iterable. */
async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of values) found.push(one)
  return found
}

const planted = {
  jwt: 'planted-in-a-plan',
  hook: `whsec_${btoa('planted-in-a-web-hook-of-old')}`,
  header: 'planted-in-a-header',
}
const jwt: Plan = {
  id: 'tokens',
  status: 'published',
  access_mode_configuration_type: 'jwt',
  access_mode_configuration: { secret: planted.jwt },
}

describe('secrets of plans, credentials and webhooks', () => {
  it('are in no read, list, export, snapshot, event, log or error', async () => {
    const reported: unknown[] = []
    const { box, store, clock } = await boxWithPlans([gold, jwt], { report: (error) => void reported.push(error) })
    const admin = box.as({ id: 'root', admin: true })
    await admin.webhooks.create({
      body: {
        clientId: 'w',
        callbackUrl: 'https://receiver.invalid',
        secret: planted.hook,
        headers: { 'X-A': planted.header },
      },
    })
    const { id = '', credentials } = await admin.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold' } })
    const { clientId, clientSecret } = credentials as { clientId: string; clientSecret: string }
    clock.advance(25 * HOUR)
    const seen: unknown[] = [await admin.subscriptions.credentials({ id })]
    const next = await admin.subscriptions.rotate({ id, body: {} })
    await admin.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
    await admin.apis.deployments.create({ id: 'a', body: {} })

    const failed = (call: Promise<unknown>) =>
      call.then(
        () => expect.unreachable('it should have failed'),
        (error) => [error.message, error.stack, error.errors, error.fieldErrors, error.members],
      )
    seen.push(
      await admin.apis.get({ id: 'a' }),
      await admin.apis.list(),
      await all(await admin.apis.export()),
      await admin.apis.draft.get({ id: 'a' }),
      await admin.apis.routes({ id: 'a' }),
      await admin.routes(),
      await admin.apis.lint({ id: 'a' }),
      await all(await admin.apis.deployments.export()),
      await admin.apis.impact({ id: 'a', planId: 'gold', status: 'closed' }),
      await admin.subscriptions.get({ id }),
      await admin.subscriptions.list(),
      await all(await admin.subscriptions.export()),
      await admin.credentials.get({ id: clientId }),
      await admin.credentials.list(),
      await all(await admin.credentials.export()),
      await admin.webhooks.get({ id: 'w' }),
      await admin.webhooks.list(),
      await all(await admin.webhooks.export()),
      await admin.search({ pattern: '*' }),
      await box.verify(clientId, next.clientSecret),
      await failed(admin.credentials.rotate({ body: { clientId, clientSecret } })),
      await failed(admin.credentials.rotate({ body: { clientId, clientSecret: `${next.clientSecret}x` } })),
      await failed(admin.subscriptions.rotate({ id, body: {} })),
      await failed(admin.apis.patch({ id: 'a', body: { documentation: { plans: [jwt, jwt] } } })),
      await setPlan(box, 'closed'),
      (await all(store.read({ after: 0 }))) satisfies ChangeEvent[],
      reported,
    )
    const stored: unknown[] = []
    for (const collection of ['subscriptions', 'credentials', 'subscription-places'])
      stored.push(await all(store.scan(collection)))

    const text = JSON.stringify(seen)
    expect(text).toContain('********')
    for (const secret of Object.values(planted)) expect(text).not.toContain(secret)
    for (const secret of [clientSecret, next.clientSecret]) {
      expect(text).not.toContain(secret)
      expect(JSON.stringify(stored)).not.toContain(secret)
    }
  })
})
