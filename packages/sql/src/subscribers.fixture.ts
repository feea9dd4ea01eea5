import type { Signalbox, Store } from '@signalbox/core'
import { expect } from 'vitest'

/** How many subscriptions are created at once. */
const AT_ONCE = 200

/** Publishes the API `a` with a plan of API keys and creates subscriptions to it. */
export async function subscribeMany(box: Signalbox, count: number): Promise<void> {
  const plan = { id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' } as const
  await box.apis.create({ body: { id: 'a', name: 'a', documentation: { plans: [plan] } } })
  await box.apis.patch({ id: 'a', body: { state: 'published' } })
  const create = () => box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold' } })
  for (let made = 0; made < count; made += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - made) }, create))
}

/** How many subscriptions and credentials readers see as live. */
export async function liveOnes(box: Signalbox): Promise<{ subscriptions: number; credentials: number }> {
  const live = { subscriptions: 0, credentials: 0 }
  for await (const { status } of await box.subscriptions.export({})) if (status !== 'closed') live.subscriptions++
  for await (const { enabled } of await box.credentials.export({})) if (enabled !== false) live.credentials++
  return live
}

/** Expects that each subscription and each credential was ended by one event, and that no work is left. */
export async function expectEndedOnce(store: Store, count: number): Promise<void> {
  expect(await store.count('subscription-endings')).toBe(0)
  expect(await store.count('subscription-places', { where: ['a/gold/open/*'] })).toBe(0)
  const ended: Record<string, string[]> = { SUBSCRIPTION_UPDATED: [], CREDENTIAL_UPDATED: [] }
  for await (const { type, key } of store.read({ after: 0 })) ended[type]?.push(key)
  for (const keys of Object.values(ended)) {
    expect(keys).toHaveLength(count)
    expect(new Set(keys).size).toBe(count)
  }
}
