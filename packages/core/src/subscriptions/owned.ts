import { byText, entriesOf, keysThatMay } from '../machine/records/lists/narrow.ts'
import type { Reads } from '../ports.ts'
import type { Loaded } from './credential-changes.ts'
import { type StoredSubscription, subscriptions } from './subscription.ts'

const MEMBER = 'owner_ref'

/**
 * The subscriptions of an owner as they are stored, closed ones too, in the order of their ids. Reads the store that takes the
 * writes, so that commits can rely on it.
 */
export async function* subscriptionsOf(store: Reads, owner: string): AsyncGenerator<Loaded<StoredSubscription>> {
  const index = await store.index?.(subscriptions.plural, MEMBER)
  const entries = index
    ? entriesOf(index, await keysThatMay(byText({ member: MEMBER, index }, owner), {}))
    : store.scan(subscriptions.plural)
  for await (const { value, version } of entries) {
    const record = value as StoredSubscription
    if (record.owner_ref === owner) yield { record, version }
  }
}
