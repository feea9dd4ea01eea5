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
