import { describe, expect, it } from 'vitest'
import { boxWithPlans, createApi, gold, subscribe } from './subscriptions.fixture.ts'

/** Two APIs with one subscription each, and a user with rights on subscriptions of the API `a` only. */
async function shared() {
  const { box } = await boxWithPlans()
  await createApi(box, [gold], 'b')
  await subscribe(box, { id: 's-of-a', owner_ref: 'ann' })
  const other = await subscribe(box, { id: 's-of-b', api_ref: 'b' })
  const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'a', domains: ['Subscription', 'Credential'] }] })
  return { box, ann, other }
}

describe('a caller with grants on the subscriptions of one API', () => {
  it('sees only those in lists, counts, exports and searches', async () => {
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

  it('cannot access those of another API, nor learn which exist', async () => {
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

  it('learns nothing from a rejection', async () => {
    const { box } = await shared()
    const all = { domains: ['*' as const] }
    const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'a,s-*', ...all }] })
    const refusal = async (call: Promise<unknown>) => {
      const { code, message, errors, fieldErrors } = await call.then(
        () => ({ code: 'OK', message: '', errors: [], fieldErrors: {} }),
        (error) => error,
      )
      return JSON.stringify({ code, message, errors, fieldErrors })
    }
    const out = box.as({ id: 'out', authorizedPatterns: [{ pattern: 'a', ...all }] })
    for (const caller of [ann, out])
      for (const ask of [
        (id: string) => caller.subscriptions.get({ id }),
        (id: string) => caller.subscriptions.pause({ id }),
        (id: string) => caller.subscriptions.patch({ id, body: { name: 'mine' } }),
        (id: string) => caller.subscriptions.delete({ id }),
        (id: string) => caller.subscriptions.rotate({ id, body: {} }),
        (id: string) => caller.subscriptions.credentials({ id }),
      ]) {
        const [there, nowhere] = [await refusal(ask('s-of-b')), await refusal(ask('s-nowhere'))]
        expect(there.replaceAll('s-of-b', 's-nowhere')).toBe(nowhere)
        expect(there).toMatch(caller === ann ? /NOT_FOUND/ : /FORBIDDEN/)
      }
    const line = { id: 's-of-b', api_ref: 'a', plan_ref: 'gold' }
    const { success, errors } = await ann.subscriptions.import({ body: [line], strategy: 'Replace' })
    expect(success).toBe(0)
    expect(JSON.stringify(errors)).toContain('the right U (update) on Subscription s-of-b')
    expect(JSON.stringify(errors)).not.toMatch(/fixed|"b"/)
  })

  it('cannot claim credentials by uploading a subscription', async () => {
    const { box, ann, other } = await shared()
    const line = { id: 's-mine', api_ref: 'a', plan_ref: 'gold', token_refs: [other.clientId] }
    expect(await ann.subscriptions.import({ body: [line], strategy: 'Replace' })).toMatchObject({ success: 1 })
    expect(await ann.subscriptions.get({ id: 's-mine' })).toMatchObject({ token_refs: [] })
    const { token_refs } = await ann.subscriptions.get({ id: 's-of-a' })
    const claim = { id: 's-of-a', api_ref: 'a', plan_ref: 'gold', token_refs: [other.clientId] }
    await ann.subscriptions.import({ body: [claim], strategy: 'Replace' })
    expect(await ann.subscriptions.get({ id: 's-of-a' })).toMatchObject({ token_refs })
    await box.subscriptions.import({ body: [line], strategy: 'Replace' })
    expect(await ann.subscriptions.get({ id: 's-mine' })).toMatchObject({ token_refs: [other.clientId] })
  })
})
