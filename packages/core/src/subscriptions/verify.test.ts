import { describe, expect, it } from 'vitest'
import type { Plan } from '../plans/plan.ts'
import { boxWithPlans, gold, HOUR, START, setPlan, subscribe } from './subscriptions.fixture.ts'

type World = Awaited<ReturnType<typeof boxWithPlans>> & Awaited<ReturnType<typeof subscribe>>

const cases: readonly [reason: string, what: string, act: (world: World) => Promise<unknown>][] = [
  ['paused', 'of a subscription that rests', ({ box, id }) => box.subscriptions.pause({ id })],
  ['closed', 'of a subscription that has ended', ({ box, id }) => box.subscriptions.close({ id })],
  ['closed', 'of a plan that is closed', ({ box }) => setPlan(box, 'closed')],
  ['revoked', 'that is disabled', ({ box, clientId: id }) => box.credentials.patch({ id, body: { enabled: false } })],
  [
    'expired',
    'whose time has passed',
    ({ box, clientId: id }) => box.credentials.patch({ id, body: { validUntil: START } }),
  ],
  ['api-disabled', 'of an API that is disabled', ({ box }) => box.apis.patch({ id: 'a', body: { enabled: false } })],
  ['api-removed', 'of an API that is removed', ({ box }) => box.apis.patch({ id: 'a', body: { state: 'removed' } })],
  [
    'api-staging',
    'of an API that is back in staging',
    async ({ box }) => {
      await box.apis.patch({ id: 'a', body: { state: 'removed' } })
      await box.apis.patch({ id: 'a', body: { state: 'staging' } })
    },
  ],
  ['unknown', 'that is deleted', ({ box, clientId: id }) => box.credentials.delete({ id })],
  ['unknown', 'of a subscription that is deleted', ({ box, id }) => box.subscriptions.delete({ id })],
  ['unknown', 'of an API that is deleted', ({ box }) => box.apis.delete({ id: 'a', force: true })],
]

describe('the credentials of a consumer', () => {
  it('are valid for their subscription, which is returned without secrets', async () => {
    const { box } = await boxWithPlans()
    const { id, clientId, clientSecret } = await subscribe(box)
    const verification = await box.verify(clientId, clientSecret)
    expect(verification).toMatchObject({ isValid: true, credential: { clientId }, subscription: { id } })
    expect(JSON.stringify(verification)).not.toContain('hmac')
  })

  it.each(cases)('are %s %s', async (reason, _, act) => {
    const world = await boxWithPlans()
    const pair = await subscribe(world.box)
    await act({ ...world, ...pair })
    expect(await world.box.verify(pair.clientId, pair.clientSecret)).toEqual({ isValid: false, reason })
    const wrong = reason === 'unknown' ? 'unknown' : 'wrong-secret'
    expect(await world.box.verify(pair.clientId, 'a guess')).toEqual({ isValid: false, reason: wrong })
  })

  it('are rejected for an unknown id or a wrong secret', async () => {
    const { box } = await boxWithPlans()
    const { clientId, clientSecret } = await subscribe(box)
    expect(await box.verify('nobody', clientSecret)).toEqual({ isValid: false, reason: 'unknown' })
    expect(await box.verify(clientId, '')).toEqual({ isValid: false, reason: 'wrong-secret' })
    expect(await box.verify(clientId)).toEqual({ isValid: false, reason: 'wrong-secret' })
  })

  it('with an old secret are valid until the end of the grace period', async () => {
    const { box, clock } = await boxWithPlans()
    const { id, clientId, clientSecret } = await subscribe(box)
    const next = await box.subscriptions.rotate({ id, body: {} })
    clock.advance(2 * HOUR - 1)
    expect(await box.verify(clientId, clientSecret)).toMatchObject({ isValid: true })
    expect(await box.verify(clientId, clientSecret, START + 2 * HOUR)).toEqual({ isValid: false, reason: 'past-grace' })
    clock.advance(1)
    expect(await box.verify(clientId, clientSecret)).toEqual({ isValid: false, reason: 'past-grace' })
    expect(await box.verify(clientId, next.clientSecret)).toMatchObject({ isValid: true })
  })

  it('need no secret if the plan says so, but no wrong one is accepted', async () => {
    const plan = { ...gold, access_mode_configuration: { allowClientIdOnly: true } } as Plan
    const { box } = await boxWithPlans([plan])
    const { id, clientId } = await subscribe(box)
    expect(await box.verify(clientId)).toMatchObject({ isValid: true })
    expect(await box.verify(clientId, 'a guess')).toEqual({ isValid: false, reason: 'wrong-secret' })
    await box.subscriptions.pause({ id })
    expect(await box.verify(clientId)).toEqual({ isValid: false, reason: 'paused' })
  })

  it('are valid for a tested, deprecated or re-enabled API', async () => {
    const { box } = await boxWithPlans()
    const { clientId, clientSecret } = await subscribe(box)
    const isValidWith = async (body: Record<string, unknown>) => {
      await box.apis.patch({ id: 'a', body })
      return (await box.verify(clientId, clientSecret)).isValid
    }
    expect(await isValidWith({ state: 'deprecated' })).toBe(true)
    expect(await isValidWith({ enabled: false })).toBe(false)
    expect(await isValidWith({ enabled: true })).toBe(true)
    expect(await isValidWith({ state: 'removed' })).toBe(false)
    expect(await isValidWith({ state: 'staging', testing: { enabled: true } })).toBe(true)
  })

  it('are valid on a deprecated plan', async () => {
    const { box } = await boxWithPlans()
    const { clientId, clientSecret } = await subscribe(box)
    await setPlan(box, 'deprecated')
    expect(await box.verify(clientId, clientSecret)).toMatchObject({ isValid: true })
  })

  it('are looked up by key, without scans', async () => {
    const { box, store } = await boxWithPlans()
    const { clientId, clientSecret } = await subscribe(box)
    let gets = 0
    const get = store.get.bind(store)
    Object.assign(store, {
      scan: () => expect.unreachable('scanned'),
      get: (...place: Parameters<typeof get>) => {
        gets++
        return get(...place)
      },
    })
    expect(await box.verify(clientId, clientSecret)).toMatchObject({ isValid: true })
    expect(gets).toBe(3)
  })
})
