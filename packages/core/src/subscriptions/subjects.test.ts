import { describe, expect, it } from 'vitest'
import type { SignalboxError } from '../machine/errors/errors.ts'
import type { Plan } from '../plans/plan.ts'
import { boxWithPlans, gold, setPlan } from './subscriptions.fixture.ts'

const tokens: Plan = {
  id: 'tokens',
  status: 'published',
  access_mode_configuration_type: 'jwt',
  access_mode_configuration: { secret: 's'.repeat(32) },
}
const place = { api_ref: 'a', plan_ref: 'tokens' }
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    ({ code }: SignalboxError) => code,
  )

describe('the subject of a subscription', () => {
  it('belongs to one open subscription of a plan', async () => {
    const { box, store } = await boxWithPlans([tokens, { ...tokens, id: 'others' }])
    const { id = '' } = await box.subscriptions.create({ body: { ...place, subject: 'ann' } })
    const again = () => box.subscriptions.create({ body: { ...place, id: 'again', subject: 'ann' } })
    expect(await codeOf(again())).toBe('CONFLICT')
    await box.subscriptions.pause({ id })
    expect(await codeOf(again())).toBe('CONFLICT')
    expect(await codeOf(box.subscriptions.create({ body: { ...place, plan_ref: 'others', subject: 'ann' } }))).toBe(
      'accepted',
    )
    await box.subscriptions.close({ id })
    expect(await codeOf(again())).toBe('accepted')
    await box.subscriptions.delete({ id: 'again' })
    expect(await codeOf(again())).toBe('accepted')
    await setPlan(box, 'closed')
    expect(await store.count('subscription-subjects', { where: ['a/tokens/*'] })).toBe(0)
    await box.apis.delete({ id: 'a', force: true })
    expect(await store.count('subscription-subjects')).toBe(0)
  })

  it('is taken once by 50 calls at once', async () => {
    const { box } = await boxWithPlans([tokens])
    const create = (_: unknown, i: number) =>
      codeOf(box.subscriptions.create({ body: { ...place, owner_ref: `o${i}`, subject: 'ann' } }))
    const codes = await Promise.all(Array.from({ length: 50 }, create))
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['accepted', 'CONFLICT']))
  })

  it('changes with the subscription', async () => {
    const { box } = await boxWithPlans([tokens])
    await box.subscriptions.create({ body: { ...place, id: 's', subject: 'ann' } })
    await box.subscriptions.create({ body: { ...place, id: 't', subject: 'bob' } })
    expect(await codeOf(box.subscriptions.patch({ id: 't', body: { subject: 'ann' } }))).toBe('CONFLICT')
    await box.subscriptions.patch({ id: 's', body: { subject: null as never } })
    expect(await codeOf(box.subscriptions.patch({ id: 't', body: { subject: 'ann' } }))).toBe('accepted')
    expect(await codeOf(box.subscriptions.patch({ id: 's', body: { subject: 'bob' } }))).toBe('accepted')
  })

  it.each(['a/b', '*', '__proto__', ' ', 'CN=Ann, O=Shop', 'ü'.repeat(1024)])('can be %j', async (subject) => {
    const { box } = await boxWithPlans([tokens])
    const body = { ...place, subject }
    expect(await codeOf(box.subscriptions.create({ body }))).toBe('accepted')
    expect(await codeOf(box.subscriptions.create({ body }))).toBe('CONFLICT')
    expect(await codeOf(box.subscriptions.create({ body: { ...place, subject: `${subject.slice(1)}x` } }))).toBe(
      'accepted',
    )
  })

  it.each(['', 'x'.repeat(1025), 7])('cannot be %j', async (subject) => {
    const { box } = await boxWithPlans([tokens])
    expect(await codeOf(box.subscriptions.create({ body: { ...place, subject: subject as string } }))).toBe('INVALID')
  })

  it('is refused where consumers have credentials', async () => {
    const { box } = await boxWithPlans([gold])
    await expect(
      box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold', subject: 'ann' } }),
    ).rejects.toMatchObject({ code: 'INVALID', fieldErrors: { '/subject': [{ message: 'error.subject.none' }] } })
    const { id = '' } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold' } })
    expect(await codeOf(box.subscriptions.patch({ id, body: { subject: 'ann' } }))).toBe('INVALID')
  })

  it('is restored with the subscription, and refused as a line if another one has it', async () => {
    const { box } = await boxWithPlans([tokens])
    const line = { ...place, id: 's', subject: 'ann' }
    for (const _ of [1, 2])
      expect(await box.subscriptions.import({ body: [line], strategy: 'Replace' })).toMatchObject({ success: 1 })
    expect(await box.subscriptions.import({ body: [{ ...line, id: 't' }] })).toMatchObject({ success: 0 })
    expect(await codeOf(box.subscriptions.create({ body: { ...line, id: 't' } }))).toBe('CONFLICT')
  })
})
