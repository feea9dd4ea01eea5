import { describe, expect, it } from 'vitest'
import type { SignalboxError } from '../machine/errors/errors.ts'
import type { LineOf } from '../machine/records/resource.ts'
import type { subscriptions } from './subscription.ts'
import { ask, boxWithPlans, gold, HOUR, START, setPlan, subscribe } from './subscriptions.fixture.ts'

const refused = (promise: Promise<unknown>): Promise<SignalboxError> =>
  promise.then(
    () => Promise.reject(new Error('It was accepted')),
    (error) => error,
  )
type SubscriptionLine = LineOf<typeof subscriptions>
const WAITS = 'is waiting: approve or refuse it'

describe('a subscription that waits', () => {
  it('is in staging, is not enabled and has no credential', async () => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    const {
      tags: _tags,
      metadata: _metadata,
      name: _name,
      description: _description,
      ...asked
    } = await box.subscriptions.get({ id })
    expect(asked).toEqual({
      id,
      api_ref: 'a',
      plan_ref: 'gold',
      subscription_kind: 'apikey',
      status: 'staging',
      enabled: false,
      approval: 'waiting',
      token_refs: [],
      dates: { created_at: START },
    })
    expect(await box.subscriptions.credentials({ id })).toEqual({ results: [] })
  })

  it.each([
    ['resumed', { verb: 'resume' }],
    ['paused', { verb: 'pause' }],
  ] as const)('cannot be %s', async (_, { verb }) => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    expect(await refused(box.subscriptions[verb]({ id }))).toMatchObject({
      code: 'CONFLICT',
      message: `Subscription ${id} ${WAITS}`,
    })
  })

  it('cannot be enabled or given a credential, whatever the operation', async () => {
    const { box, store } = await boxWithPlans()
    const { id } = await ask(box)
    const body = { api_ref: 'a', plan_ref: 'gold', enabled: true }
    for (const call of [
      box.subscriptions.patch({ id, body: { enabled: true } }),
      box.subscriptions.patch({ id, body: [{ op: 'replace', path: '/enabled', value: true }] }),
      box.subscriptions.replace({ id, body }),
      box.subscriptions.rotate({ id, body: {} }),
      box.subscriptions.rotate({ id, body: {}, revokePrevious: true }),
    ])
      expect(await refused(call)).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(WAITS) })
    const { success } = await box.subscriptions.import({ body: [{ ...body, id }], strategy: 'Replace' })
    expect(success).toBe(1)
    expect(await box.subscriptions.get({ id })).toMatchObject({ enabled: false, approval: 'waiting', token_refs: [] })
    expect(await store.count('credentials')).toBe(0)
  })

  it('keeps what the service sets when it is edited', async () => {
    const { box } = await boxWithPlans()
    const form = { purpose: 'tests' }
    const accepted = { version: '1', at: START, by: 'ann' }
    const { id } = await ask(box, { form, accepted })
    const sent = { api_ref: 'a', plan_ref: 'gold', name: 'n', approval: 'approved', form: {}, accepted: undefined }
    await box.subscriptions.replace({ id, body: sent as never })
    await box.subscriptions.patch({ id, body: { description: 'd' } })
    expect(await box.subscriptions.get({ id })).toMatchObject({ name: 'n', approval: 'waiting', form, accepted })
  })

  it('is found by its approval', async () => {
    const { box } = await boxWithPlans()
    await ask(box)
    await subscribe(box)
    for (const [value, count] of [
      ['waiting', 1],
      ['approved', 0],
    ] as const)
      expect((await box.subscriptions.list({ filter: { approval: value } })).metadata.count).toBe(count)
  })

  it('is written and read as a line, with its answers', async () => {
    const { box } = await boxWithPlans()
    const form = { purpose: 'tests', agreed: true, constructor: 'x' }
    const accepted = { version: '1', at: START, by: 'ann' }
    await ask(box, { form, accepted, subject: undefined })
    const lines = []
    for await (const line of await box.subscriptions.export()) lines.push(line)
    const { box: other } = await boxWithPlans()
    expect(await other.subscriptions.import({ body: lines })).toMatchObject({ success: 1 })
    expect(await other.subscriptions.get({ id: 'asked' })).toEqual(await box.subscriptions.get({ id: 'asked' }))
  })

  it('takes no answer of 2,001 characters', async () => {
    const { box } = await boxWithPlans()
    const line = { id: 's', api_ref: 'a', plan_ref: 'gold', approval: 'waiting' as const }
    const body = [2000, 2001].map((length) => ({ ...line, id: `s${length}`, form: { why: 'x'.repeat(length) } }))
    expect(await box.subscriptions.import({ body })).toMatchObject({ success: 1 })
  })
})

describe('approval', () => {
  it('admits the consumer, who creates the credential', async () => {
    const { box, clock, store } = await boxWithPlans()
    const { id } = await ask(box)
    clock.advance(HOUR)
    const approved = await box.subscriptions.approve({ id })
    expect(approved).toMatchObject({
      status: 'published',
      enabled: true,
      approval: 'approved',
      token_refs: [],
      dates: { created_at: START, processed_at: START + HOUR, started_at: START + HOUR },
    })
    expect(approved.credentials).toBeUndefined()
    expect(await store.count('credentials')).toBe(0)
    const { clientId, clientSecret } = await box.subscriptions.rotate({ id, body: {} })
    expect((await box.verify(clientId, clientSecret)).isValid).toBe(true)
  })

  it('has the end of the plan', async () => {
    const validUntil = START + 1000 * HOUR
    const { box } = await boxWithPlans([{ ...gold, access_mode_configuration: { validUntil } } as never])
    const { id } = await ask(box)
    expect((await box.subscriptions.approve({ id })).dates).toMatchObject({ ending_at: validUntil })
  })

  it('is refused with 409 if nothing waits', async () => {
    const { box } = await boxWithPlans()
    const { id } = await subscribe(box)
    const { id: asked } = await ask(box)
    await box.subscriptions.approve({ id: asked })
    for (const one of [id, asked])
      for (const verb of ['approve', 'refuse'] as const)
        expect(await refused(box.subscriptions[verb]({ id: one, reason: 'r' }))).toMatchObject({
          code: 'CONFLICT',
          message: `Subscription ${one} does not wait for approval: it is active`,
        })
  })

  it.each([
    ['deprecated', 'plan gold is deprecated'],
    ['closed', 'does not wait for approval: it is closed'],
  ])('is refused with 409 if the plan is %s', async (status, why) => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    await setPlan(box, status)
    expect(await refused(box.subscriptions.approve({ id }))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(why),
    })
  })

  it.each(['deprecated', 'removed'] as const)('is refused with 409 if the API is %s', async (state) => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    await box.apis.patch({ id: 'a', body: { state } })
    expect(await refused(box.subscriptions.approve({ id }))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`API a is ${state}`),
    })
    expect(await box.subscriptions.get({ id })).toMatchObject({ approval: 'waiting', enabled: false })
  })

  it('is conditional', async () => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    for (const verb of ['approve', 'refuse'] as const)
      expect(await refused(box.subscriptions[verb]({ id, reason: 'r' }, { ifMatch: '"other"' }))).toMatchObject({
        code: 'PRECONDITION_FAILED',
      })
  })

  it('needs the right to update subscriptions of the API', async () => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    const as = (pattern: string, rights: 'R'[] | 'U'[]) =>
      box.as({ id: 'ann', authorizedPatterns: [{ pattern, rights, domains: ['Subscription'] }] }).subscriptions
    for (const verb of ['approve', 'refuse'] as const) {
      expect(await refused(as('a', ['R'])[verb]({ id, reason: 'r' }))).toMatchObject({ code: 'FORBIDDEN' })
      expect(await refused(as('b', ['U'])[verb]({ id, reason: 'r' }))).toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await as('a', ['U']).approve({ id })).toMatchObject({ approval: 'approved' })
  })
})

describe('a refusal', () => {
  it('closes the subscription with its reason', async () => {
    const { box, clock } = await boxWithPlans()
    const { id } = await ask(box)
    clock.advance(HOUR)
    expect(await box.subscriptions.refuse({ id, reason: 'No contract' })).toMatchObject({
      status: 'closed',
      enabled: false,
      approval: 'refused',
      reason: 'No contract',
      dates: { created_at: START, closed_at: START + HOUR },
    })
    for (const verb of ['approve', 'refuse', 'resume'] as const)
      expect(await refused(box.subscriptions[verb]({ id, reason: 'r' }))).toMatchObject({ code: 'CONFLICT' })
    expect(await refused(box.subscriptions.rotate({ id, body: {} }))).toMatchObject({ code: 'CONFLICT' })
  })

  it.each([undefined, '', ' \n '])('needs a reason, not %j', async (reason) => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    expect(await refused(box.subscriptions.refuse({ id, reason } as never))).toMatchObject({
      code: 'INVALID',
      fieldErrors: { reason: [expect.anything()] },
    })
  })

  it('is possible while the plan takes no subscriptions', async () => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    await setPlan(box, 'deprecated')
    expect(await box.subscriptions.refuse({ id, reason: 'r' })).toMatchObject({ approval: 'refused' })
  })
})

describe('a subscription that ends while it waits', () => {
  it('waits no more, and was not approved', async () => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    const closed = await box.subscriptions.close({ id })
    expect(closed).toMatchObject({ status: 'closed', enabled: false })
    expect(closed).not.toHaveProperty('approval')
    expect((await box.subscriptions.list({ filter: { approval: 'waiting' } })).metadata.count).toBe(0)
  })

  it('is closed with its plan', async () => {
    const { box } = await boxWithPlans()
    const { id } = await ask(box)
    await setPlan(box, 'closed')
    expect(await box.subscriptions.get({ id })).toMatchObject({ status: 'closed', reason: 'its plan was closed' })
    expect((await box.subscriptions.list({ filter: { approval: 'waiting' } })).metadata.count).toBe(0)
  })

  it.each([
    [
      { approval: 'waiting', enabled: true },
      { approval: 'waiting', enabled: false, status: 'staging' },
    ],
    [
      { approval: 'waiting', dates: { closed_at: 9 } },
      { enabled: false, status: 'closed' },
    ],
    [
      { approval: 'refused', enabled: true },
      { approval: 'refused', enabled: false, status: 'closed' },
    ],
  ])('a line that contradicts itself, %j, is stored as %j', async (line, stored) => {
    const { box } = await boxWithPlans()
    const body = [{ id: 's', api_ref: 'a', plan_ref: 'gold', enabled: false, ...line }]
    await box.subscriptions.import({ body: body as SubscriptionLine[] })
    const found = await box.subscriptions.get({ id: 's' })
    expect(found).toMatchObject(stored)
    expect(found.approval).toBe((stored as { approval?: string }).approval)
  })
})
