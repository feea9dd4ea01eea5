import { describe, expect, it, vi } from 'vitest'
import type { Signalbox } from '../signalbox.ts'
import { boxWithPlans, gold, subscribe } from './subscriptions.fixture.ts'

/** More subscriptions than one commit closes. */
const MANY = 120

const plan = { ...gold, status: 'closed' as const }
const api = { id: 'a', name: 'a', state: 'published' as const, documentation: { plans: [plan] } }

/** A Signalbox with many subscriptions to one plan, and the number of open ones in its store. */
async function boxWithMany() {
  const { box, store } = await boxWithPlans()
  for (let i = 0; i < MANY; i++) await subscribe(box)
  return {
    box,
    async open() {
      let count = 0
      for await (const { value } of store.scan('subscriptions'))
        if ((value as { dates: { closed_at?: number } }).dates.closed_at === undefined) count++
      return count
    },
  }
}

describe('closing a plan with more subscriptions than one commit closes', () => {
  const writes: Record<string, (box: Signalbox) => Promise<unknown>> = {
    PUT: (box) => box.apis.replace({ id: 'a', body: api }),
    PATCH: (box) => box.apis.patch({ id: 'a', body: { documentation: api.documentation } }),
    upload: (box) => box.apis.import({ body: [api], strategy: 'Replace' }),
    async publication(box) {
      await box.apis.draft.replace({ id: 'a', body: api })
      await box.apis.deployments.create({ id: 'a' })
    },
  }

  it.each(Object.keys(writes))('closes all of them by a %s', async (name) => {
    const { box, open } = await boxWithMany()
    expect(await open()).toBe(MANY)
    await writes[name]?.(box)
    const { results } = await box.subscriptions.list({ pageSize: MANY })
    expect(results.filter(({ status }) => status !== 'closed')).toEqual([])
    await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 20_000 })
  })

  it('closes none of them by an upload that is a dry run', async () => {
    const { box, open } = await boxWithMany()
    expect(await box.apis.import({ body: [api], strategy: 'Replace', dryRun: true })).toMatchObject({ success: 1 })
    expect(await open()).toBe(MANY)
  })
})

describe('a download of some members of subscriptions', () => {
  it('has their current state, whatever members are chosen', async () => {
    const { box } = await boxWithPlans()
    await subscribe(box)
    const lines = async (fields: string) => {
      const read: unknown[] = []
      for await (const line of await box.subscriptions.export({ fields })) read.push(line)
      return read
    }
    expect(await lines('id,enabled')).toEqual([{ id: expect.any(String), enabled: true, partial: true }])
    expect(await lines('status')).toMatchObject([{ status: 'published' }])
  })
})
