import { describe, expect, it } from 'vitest'
import { boxWithPlans, createApi, gold, subscribe } from './subscriptions.fixture.ts'

/** Two APIs with a subscription each, and someone who reads and changes those of the API `a` alone. */
async function shared() {
  const { box } = await boxWithPlans()
  await createApi(box, [gold], 'b')
  await subscribe(box, { id: 's-of-a', owner_ref: 'ann' })
  const other = await subscribe(box, { id: 's-of-b', api_ref: 'b' })
  const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'a', domains: ['Subscription', 'Credential'] }] })
  return { box, ann, other }
}

describe('who may do something with the subscriptions of one API', () => {
  it('sees those alone: in lists, counts, exports and searches', async () => {
    const { ann } = await shared()
    const list = await ann.subscriptions.list()
    expect(list.results.map(({ id }) => id)).toEqual(['s-of-a'])
    expect(list.metadata).toMatchObject({ count: 1, nbPages: 1 })
    expect((await ann.subscriptions.list({ pageSize: 1, page: 2 })).results).toEqual([])
    expect(await ann.subscriptions.count()).toEqual({ count: 1 })
    expect((await ann.search({ pattern: '*' })).results).toEqual([{ domain: 'Subscription', id: 's-of-a' }])
    const exported: string[] = []
    for await (const { id } of await ann.subscriptions.export()) exported.push(id)
    expect(exported).toEqual(['s-of-a'])
  })

  it('does nothing with those of another, and learns not which there are', async () => {
    const { ann } = await shared()
    const forbidden = { code: 'FORBIDDEN' }
    for (const id of ['s-of-b', 'nobody']) {
      await expect(ann.subscriptions.get({ id })).rejects.toMatchObject(forbidden)
      await expect(ann.subscriptions.credentials({ id })).rejects.toMatchObject(forbidden)
      await expect(ann.subscriptions.rotate({ id, body: {} })).rejects.toMatchObject(forbidden)
      await expect(ann.subscriptions.close({ id })).rejects.toMatchObject(forbidden)
      await expect(ann.subscriptions.delete({ id })).rejects.toMatchObject(forbidden)
    }
    const body = { api_ref: 'b', plan_ref: 'gold' }
    await expect(ann.subscriptions.create({ body })).rejects.toMatchObject(forbidden)
    expect(await ann.subscriptions.import({ body: [{ id: 'new', ...body }] })).toMatchObject({ success: 0 })
    await expect(ann.credentials.list()).rejects.toMatchObject(forbidden)
  })
})
