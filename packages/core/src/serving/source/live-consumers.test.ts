import { describe, expect, it, vi } from 'vitest'
import { boxWithPlans, createApi, gold, HOUR, setPlan, subscribe } from '../../subscriptions/subscriptions.fixture.ts'
import type { RefusalReason } from '../../subscriptions/verify.ts'
import { followConsumers, verifyLive } from './live-consumers.fixture.ts'
import { createLiveConsumers } from './live-consumers.ts'

async function openConsumers() {
  const scene = await boxWithPlans()
  const { consumers, plane, caughtUp } = await followConsumers(scene)
  const { id, clientId, clientSecret } = await subscribe(scene.box, { owner_ref: 'ann' })
  await caughtUp()
  const judge = (secret: string | undefined = clientSecret) =>
    verifyLive(consumers, clientId, secret, scene.clock.now())
  return { ...scene, consumers, plane, caughtUp, id, clientId, clientSecret, judge }
}

type World = Awaited<ReturnType<typeof openConsumers>>
const patchApi = (body: object) => (world: World) => world.box.apis.patch({ id: 'a', body })

const refusals: readonly [RefusalReason, string, (world: World) => unknown][] = [
  ['paused', 'its subscription is paused', ({ box, id }) => box.subscriptions.pause({ id })],
  ['closed', 'its subscription is closed', ({ box, id }) => box.subscriptions.close({ id })],
  ['closed', 'its plan is closed', ({ box }) => setPlan(box, 'closed')],
  ['revoked', 'it is disabled', ({ box, clientId: id }) => box.credentials.patch({ id, body: { enabled: false } })],
  [
    'expired',
    'its time has passed',
    async ({ box, clock, clientId: id }) => {
      await box.credentials.patch({ id, body: { validUntil: clock.now() + HOUR } })
      clock.advance(HOUR)
    },
  ],
  [
    'past-grace',
    'its secret was replaced, and the grace period is over',
    async ({ box, clock, id }) => {
      await box.subscriptions.rotate({ id, body: {} })
      clock.advance(2 * HOUR)
    },
  ],
  ['api-disabled', 'its API is disabled', patchApi({ enabled: false })],
  ['api-removed', 'its API is removed', patchApi({ state: 'removed' })],
  [
    'api-staging',
    'its API is in staging, without testing',
    async (world) => {
      await patchApi({ state: 'removed' })(world)
      await patchApi({ state: 'staging' })(world)
    },
  ],
  ['unknown', 'it is deleted', ({ box, clientId: id }) => box.credentials.delete({ id })],
  ['unknown', 'its subscription is deleted', ({ box, id }) => box.subscriptions.delete({ id })],
  ['unknown', 'its API is deleted', ({ box }) => box.apis.delete({ id: 'a', force: true })],
  [
    'unknown',
    'its subscription no longer lists it',
    ({ box, id }) =>
      box.subscriptions.import({
        body: [{ id, api_ref: 'a', plan_ref: 'gold', token_refs: [] }],
        strategy: 'Replace',
      }),
  ],
]

describe('a credential that a data plane knows', () => {
  it.each(refusals)('is refused as %s once %s', async (reason, _, act) => {
    const world = await openConsumers()
    expect(world.judge()).toMatchObject({ isValid: true })
    await act(world)
    await world.caughtUp()
    expect(world.judge()).toEqual({ isValid: false, reason })
  })

  it('is admitted again when what it depends on is', async () => {
    const { box, id, judge, caughtUp } = await openConsumers()
    await box.subscriptions.pause({ id })
    await box.apis.patch({ id: 'a', body: { enabled: false } })
    await box.subscriptions.resume({ id })
    await box.apis.patch({ id: 'a', body: { enabled: true } })
    await caughtUp()
    expect(judge()).toMatchObject({ isValid: true })
  })

  it('is the same object until its record changes, whatever else changes', async () => {
    const { box, id, clientId, consumers, caughtUp } = await openConsumers()
    const before = consumers.findCredential(clientId)
    await box.subscriptions.pause({ id })
    await box.apis.patch({ id: 'a', body: { description: 'edited' } })
    await caughtUp()
    expect(consumers.findCredential(clientId)).toBe(before)
    expect(before?.subscription.enabled).toBe(false)
    await box.credentials.patch({ id: clientId, body: { description: 'edited' } })
    await caughtUp()
    expect(consumers.findCredential(clientId)).not.toBe(before)
  })

  it('is unknown while its subscription has not arrived', async () => {
    const { box, clientId } = await openConsumers()
    const { consumers, plane } = { consumers: createLiveConsumers(), plane: box.gatewaySource.snapshot() }
    for await (const unit of plane) if (unit.kind !== 'subscription') consumers.apply(unit)
    expect(consumers.findCredential(clientId)).toBeUndefined()
  })

  it('is restored with its subscription by uploads, and opens with its secret again', async () => {
    const { box, id, judge, caughtUp } = await openConsumers()
    const lines = {
      subscriptions: await all(box.subscriptions.export()),
      credentials: await all(box.credentials.export()),
    }
    await box.subscriptions.delete({ id })
    await caughtUp()
    expect(judge()).toEqual({ isValid: false, reason: 'unknown' })
    await box.subscriptions.import({ body: lines.subscriptions })
    await box.credentials.import({ body: lines.credentials })
    await caughtUp()
    expect(judge()).toMatchObject({ isValid: true })
  })
})

describe('the subscription of an owner', () => {
  it('is the one that admits them, if they have several', async () => {
    const { box, consumers, caughtUp, id } = await openConsumers()
    const found = () => consumers.findSubscription('a', 'gold', 'ann')?.id
    const second = await subscribe(box, { owner_ref: 'ann' })
    await box.subscriptions.close({ id })
    await caughtUp()
    expect(found()).toBe(second.id)
    await box.subscriptions.pause({ id: second.id })
    const third = await subscribe(box, { owner_ref: 'ann' })
    await caughtUp()
    expect(found()).toBe(third.id)
    await box.subscriptions.delete({ id: third.id })
    await caughtUp()
    expect(found()).toBe(second.id)
  })

  it('is found under its own API, plan and owner only', async () => {
    const { box, consumers, caughtUp, id } = await openConsumers()
    await createApi(box, [gold], 'b')
    await subscribe(box)
    await caughtUp()
    const owned = (api: string, plan: string, owner: string) => consumers.findSubscription(api, plan, owner)?.id
    expect(owned('a', 'gold', 'ann')).toBe(id)
    for (const [api, plan, owner] of [
      ['b', 'gold', 'ann'],
      ['a', 'silver', 'ann'],
      ['a', 'gold', 'bob'],
      ['a', 'gold', ''],
    ] as const)
      expect(owned(api, plan, owner)).toBeUndefined()
    await box.subscriptions.patch({ id, body: { owner_ref: 'bob' } })
    await caughtUp()
    expect([owned('a', 'gold', 'ann'), owned('a', 'gold', 'bob')]).toEqual([undefined, id])
  })
})

describe('the deletion of an API with many subscriptions', () => {
  it('reaches the data plane whole, though it takes several commits', async () => {
    const { box, consumers, caughtUp, plane } = await openConsumers()
    const pairs: string[] = []
    for (let i = 0; i < MANY; i++) pairs.push((await subscribe(box, { owner_ref: 'ann' })).clientId)
    await caughtUp()
    expect(plane.kept.size).toBe(2 * (MANY + 1) + 1)
    await box.apis.delete({ id: 'a', force: true })
    await caughtUp()
    const live = pairs.flatMap((clientId) => consumers.findCredential(clientId) ?? [])
    expect(live.filter(({ isPlanClosed }) => !isPlanClosed)).toEqual([])
    const isOver = async () => {
      await caughtUp()
      expect(plane.kept.size).toBe(0)
    }
    await vi.waitFor(isOver, { timeout: 20_000 })
    expect(pairs.filter((clientId) => consumers.findCredential(clientId))).toEqual([])
    expect(consumers.findSubscription('a', 'gold', 'ann')).toBeUndefined()
  })
})

/** More subscriptions than one commit deletes. */
const MANY = 120

describe('what a data plane gets of consumers', () => {
  it('is in no response and no event', async () => {
    const { box, store, clock, id, clientId } = await openConsumers()
    const events = all(store.read({ after: 0 }))
    const admin = box.as({ id: 'root', admin: true })
    box.gatewaySource.attach?.({
      status: () => ({ id: 'one', state: 'fresh', revision: 7, routes: 1, since: clock.now(), notes: [] }),
      explain: () => expect.unreachable('not called'),
    })
    const seen = JSON.stringify([
      await admin.gateway.list(),
      await admin.gateway.backends(),
      await admin.subscriptions.get({ id }),
      await admin.subscriptions.credentials({ id }),
      await admin.credentials.get({ id: clientId }),
      await admin.credentials.list(),
      await admin.search({ pattern: '*' }),
      await events,
    ])
    const kept: unknown[] = []
    for await (const unit of box.gatewaySource.snapshot()) kept.push(unit)
    expect(JSON.stringify(kept)).toContain('hmac-sha256')
    expect(seen).not.toContain('hmac-sha256')
    expect(seen).toContain(clientId)
  })
})

async function all<T>(lines: AsyncIterable<T> | Promise<AsyncIterable<T>>): Promise<T[]> {
  const found: T[] = []
  for await (const line of await lines) found.push(line)
  return found
}

describe('the subscription of a subject', () => {
  const tokens = {
    id: 'tokens',
    status: 'published',
    access_mode_configuration_type: 'jwt',
    access_mode_configuration: { secret: 's'.repeat(32) },
  } as const

  async function open() {
    const scene = await boxWithPlans([tokens])
    const { consumers, plane, caughtUp } = await followConsumers(scene)
    const line = { id: 's', api_ref: 'a', plan_ref: 'tokens', owner_ref: 'app', subject: 'ann' }
    const find = (subject: string) => consumers.findSubscription('a', 'tokens', subject)?.id
    const found = async () => {
      await caughtUp()
      return { ann: find('ann'), app: find('app') }
    }
    return { ...scene, line, plane, caughtUp, found }
  }
  const nobody = { ann: undefined, app: undefined }

  it('is found by it instead of by the owner', async () => {
    const { box, line, found } = await open()
    await box.subscriptions.create({ body: line })
    expect(await found()).toEqual({ ann: 's', app: undefined })
    await box.subscriptions.patch({ id: 's', body: { subject: null as never } })
    expect(await found()).toEqual({ ann: undefined, app: 's' })
  })

  it('is found once it is approved, and stops its subject only after that', async () => {
    const { box, line, found } = await open()
    await box.subscriptions.import({ body: [{ ...line, approval: 'waiting', dates: { created_at: 1 } }] })
    expect(await found()).toEqual(nobody)
    await box.subscriptions.approve({ id: 's' })
    expect(await found()).toEqual({ ann: 's', app: undefined })
    await box.subscriptions.close({ id: 's' })
    expect(await found()).toEqual({ ann: 's', app: undefined })
  })

  it.each([
    ['refused', { verb: 'refuse' }],
    ['withdrawn', { verb: 'close' }],
  ] as const)('is not found if it was %s', async (_, { verb }) => {
    const { box, line, found } = await open()
    await box.subscriptions.import({ body: [{ ...line, approval: 'waiting', dates: { created_at: 1 } }] })
    await box.subscriptions[verb]({ id: 's', reason: 'r' })
    expect(await found()).toEqual(nobody)
  })

  it('comes without answers and without who accepted the terms', async () => {
    const { box, line, plane, caughtUp } = await open()
    const form = { why: 'private' }
    const accepted = { version: '1', at: 1, by: 'developer_1' }
    await box.subscriptions.import({ body: [{ ...line, approval: 'approved', form, accepted }] })
    await caughtUp()
    const value = plane.kept.get('subscription s')
    expect(value).toMatchObject({ subject: 'ann', approval: 'approved' })
    expect(JSON.stringify(value)).not.toMatch(/private|developer_1/)
  })
})
