import type { Signalbox } from '@signalbox/core'

/** One in this many subscriptions belongs to the same client. */
const EVERY = 250

const idOf = (n: number) => `s-${String(n).padStart(6, '0')}`

/** Subscriptions as they are stored, of ten APIs and many clients. */
export const manySubscriptions = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: idOf(n),
    name: `name ${(n * 7919) % count}`,
    description: '',
    enabled: true,
    api_ref: `api-${n % 10}`,
    plan_ref: 'gold',
    owner_ref: n % EVERY === 0 ? OWNED.owner : `client-${n}`,
    subscription_kind: 'apikey',
    token_refs: [],
    dates: {},
    tags: [],
    metadata: {},
  }))

/** One of the clients, and the ids of its subscriptions. */
export const OWNED = {
  owner: 'ann',
  ids: (count: number) => Array.from({ length: Math.ceil(count / EVERY) }, (_, n) => idOf(n * EVERY)),
}

/** Calls over `manySubscriptions` that indexes answer: filtered, sorted, and limited by grants on APIs. */
export function callsByIndex(box: Signalbox): readonly (() => Promise<unknown>)[] {
  const someone = box.as({
    id: 'x',
    authorizedPatterns: [{ pattern: 'api-1*', rights: [], domains: ['Subscription'] }],
  })
  return [
    () => box.subscriptions.list({ filter: { owner_ref: OWNED.owner } }),
    () => box.subscriptions.list({ filter: { api_ref: 'api-1' }, page: 4 }),
    () => box.subscriptions.list({ sorted: 'name' }),
    () => box.subscriptions.list({ sorted: 'name:desc', page: 100 }),
    () => someone.subscriptions.list({ page: 2 }),
    () => someone.subscriptions.count({}),
  ]
}
