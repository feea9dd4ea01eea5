import type { Change, Reads } from '../ports.ts'
import type { StoredSubscription } from './subscription.ts'
import { stateOf } from './subscription-states.ts'

/**
 * Index of subscriptions by plan: one key `<API>/<plan>/<open or closed>/<subscription>` each, with the owner as value.
 */
const PLACES = 'subscription-places'
/**
 * Collection of one record for each API, written by each new subscription. Writers of the API check its version to
 * detect concurrent subscriptions.
 */
const GATES = 'subscription-gates'

/** An entry of the index. */
export interface IndexEntry {
  readonly id: string
  readonly plan: string
  readonly owner?: string
}

const placeOf = (subscription: StoredSubscription): string => {
  const side = stateOf(subscription) === 'closed' ? 'closed' : 'open'
  return [subscription.api_ref, subscription.plan_ref, side, subscription.id].join('/')
}

/** The changes that index a subscription and remove its previous entry. */
export function indexChanges(next: StoredSubscription, current?: StoredSubscription): Change[] {
  const [to, from] = [placeOf(next), current && placeOf(current)]
  const value = next.owner_ref === undefined ? {} : { owner: next.owner_ref }
  if (from === to && next.owner_ref === current?.owner_ref) return []
  return [
    ...(from !== undefined && from !== to ? [{ op: 'delete', collection: PLACES, key: from } as const] : []),
    { op: 'put', collection: PLACES, key: to, value },
    ...(current ? [] : [{ op: 'put', collection: GATES, key: next.api_ref, value: true } as const]),
  ]
}

/** The change that removes a subscription from the index. */
export const removeFromIndex = (subscription: StoredSubscription): Change => ({
  op: 'delete',
  collection: PLACES,
  key: placeOf(subscription),
})

/** Selects the subscriptions of an API or one of its plans; with `isOpen` only those not closed. */
export interface Which {
  readonly api: string
  readonly plan?: string
  readonly isOpen?: true
}

const keysOf = ({ api, plan = '*', isOpen }: Which) => ({
  where: [[api, plan, isOpen ? 'open' : '*', '*'].join('/')],
})

/** Lists the subscriptions of an API or plan, in the order of plans and ids. */
export async function* indexedSubscriptions(store: Reads, which: Which, limit?: number): AsyncGenerator<IndexEntry> {
  for await (const { key, value } of store.scan(PLACES, { ...keysOf(which), ...(limit !== undefined && { limit }) })) {
    const [, plan = '', , id = ''] = key.split('/')
    yield { id, plan, ...(value as { owner?: string }) }
  }
}

/** Counts the subscriptions of an API or plan. */
export const countIndexed = (store: Reads, which: Which): Promise<number> => store.count(PLACES, keysOf(which))

/** A check that makes the commit fail if anyone has subscribed to the API since this call. */
export async function gateOf(store: Reads, api: string): Promise<Change> {
  const gate = await store.get(GATES, api)
  return { op: 'check', collection: GATES, key: api, expected: gate?.version ?? null }
}

/** Deletes the gate record of an API; the commit fails if anyone has subscribed to the API since this call. */
export async function dropGate(store: Reads, api: string): Promise<Change> {
  const gate = await store.get(GATES, api)
  return gate
    ? { op: 'delete', collection: GATES, key: api, expected: gate.version }
    : { op: 'check', collection: GATES, key: api, expected: null }
}
