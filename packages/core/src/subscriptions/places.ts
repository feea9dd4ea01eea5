import type { Change, Store } from '../ports.ts'
import { stateOf } from './life.ts'
import type { StoredSubscription } from './subscription.ts'

/** Which subscriptions a plan has: a key `<API>/<plan>/<open or closed>/<subscription>` each, its value whose it is. */
const PLACES = 'subscription-places'
/** One record an API, written whenever it is subscribed to: by its version a writer of the API knows that nobody has meanwhile. */
const GATES = 'subscription-gates'

/** A subscription by its place. */
export interface Place {
  readonly id: string
  readonly plan: string
  readonly owner?: string
}

const placeOf = (subscription: StoredSubscription): string => {
  const side = stateOf(subscription) === 'closed' ? 'closed' : 'open'
  return [subscription.api_ref, subscription.plan_ref, side, subscription.id].join('/')
}

/** What puts a subscription in its place, and out of the one that it had. */
export function placeChanges(next: StoredSubscription, current?: StoredSubscription): Change[] {
  const [to, from] = [placeOf(next), current && placeOf(current)]
  const value = next.owner_ref === undefined ? {} : { owner: next.owner_ref }
  if (from === to && next.owner_ref === current?.owner_ref) return []
  return [
    ...(from !== undefined && from !== to ? [{ op: 'delete', collection: PLACES, key: from } as const] : []),
    { op: 'put', collection: PLACES, key: to, value },
    ...(current ? [] : [{ op: 'put', collection: GATES, key: next.api_ref, value: true } as const]),
  ]
}

/** What takes a subscription out of its place. */
export const leavePlace = (subscription: StoredSubscription): Change => ({
  op: 'delete',
  collection: PLACES,
  key: placeOf(subscription),
})

/** Which subscriptions: of an API, or of one plan of it; all, or those that are not closed. */
export interface Which {
  readonly api: string
  readonly plan?: string
  readonly isOpen?: true
}

const keysOf = ({ api, plan = '*', isOpen }: Which) => ({
  where: [[api, plan, isOpen ? 'open' : '*', '*'].join('/')],
})

/** The subscriptions of an API or of a plan, in the order of plans and ids. */
export async function* placesOf(store: Store, which: Which, limit?: number): AsyncGenerator<Place> {
  for await (const { key, value } of store.scan(PLACES, { ...keysOf(which), ...(limit !== undefined && { limit }) })) {
    const [, plan = '', , id = ''] = key.split('/')
    yield { id, plan, ...(value as { owner?: string }) }
  }
}

/** How many subscriptions an API or a plan has. */
export const countPlaces = (store: Store, which: Which): Promise<number> => store.count(PLACES, keysOf(which))

/** Holds only if nobody has subscribed to the API since its gate was read. */
export async function gateOf(store: Store, api: string): Promise<Change> {
  const gate = await store.get(GATES, api)
  return { op: 'check', collection: GATES, key: api, expected: gate?.version ?? null }
}

/** What takes the gate of an API away with it, if nobody has subscribed since it was read. */
export async function dropGate(store: Store, api: string): Promise<Change> {
  const gate = await store.get(GATES, api)
  return gate
    ? { op: 'delete', collection: GATES, key: api, expected: gate.version }
    : { op: 'check', collection: GATES, key: api, expected: null }
}
