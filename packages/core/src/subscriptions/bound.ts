import type { EventDraft } from '../log/event.ts'
import type { CallContext } from '../operation.ts'
import type { Change, Store } from '../ports.ts'
import { withSchemaDefaults } from '../records/defaults.ts'
import type { Along, Instance } from '../records/hooks.ts'
import { localTimestamp } from '../time.ts'
import type { StoredCredential } from './credential.ts'
import { credentials } from './credential.ts'
import { showCredential } from './credential-view.ts'
import { moved } from './life.ts'
import { leavePlace, placeChanges } from './places.ts'
import type { StoredSubscription } from './subscription.ts'
import { inOrder, subscriptions } from './subscription.ts'

/** A record and the version that it is stored with. */
export interface Loaded<T> {
  readonly record: T
  readonly version: string
}

/** The credentials of a subscription: of those that it lists, those that say the same. */
export async function credentialsOf(
  store: Store,
  { id, token_refs }: StoredSubscription,
): Promise<Loaded<StoredCredential>[]> {
  const entries = await Promise.all(token_refs.map((clientId) => store.get(credentials.plural, clientId)))
  const found = entries.flatMap((entry) =>
    entry ? [{ record: entry.value as StoredCredential, version: entry.version }] : [],
  )
  return found.filter(({ record }) => record.subscription_ref === id)
}

/** A subscription with its version; `undefined` when it is not there. */
export async function findSubscription(store: Store, id: string): Promise<Loaded<StoredSubscription> | undefined> {
  const entry = await store.get(subscriptions.plural, id)
  return entry && { record: entry.value as StoredSubscription, version: entry.version }
}

/** What is written of subscriptions and credentials together, and the events of it. */
export function createBound({ store, clock, zone }: Pick<Instance, 'store' | 'clock' | 'zone'>) {
  /** A change event of a record, as its domain shows it. */
  function eventOf(
    type: EventDraft['type'],
    record: StoredSubscription | StoredCredential,
    { caller: { authInfo } }: Pick<CallContext, 'caller'>,
    oldValue?: StoredSubscription | StoredCredential,
  ): EventDraft {
    const show = (one: StoredSubscription | StoredCredential) =>
      'secrets' in one ? showCredential(one, clock()) : withSchemaDefaults(subscriptions.schema, one)
    return {
      type,
      key: 'secrets' in record ? record.clientId : record.id,
      domain: 'secrets' in record ? 'Credential' : 'Subscription',
      payload: show(record),
      ...(oldValue && { oldValue: show(oldValue) }),
      timestamp: localTimestamp(clock(), zone),
      ...(authInfo && { authInfo }),
    }
  }

  const putCredential = (record: StoredCredential, expected: string | null): Change => ({
    op: 'put',
    collection: credentials.plural,
    key: record.clientId,
    value: record,
    expected,
  })

  /** What disables the credentials of a subscription that ends. */
  async function disabled(subscription: StoredSubscription, call: CallContext): Promise<Required<Along>> {
    const live = (await credentialsOf(store, subscription)).filter(({ record }) => record.enabled !== false)
    const next = (record: StoredCredential) => ({ ...record, enabled: false })
    return {
      changes: live.map(({ record, version }) => putCredential(next(record), version)),
      events: live.map(({ record }) => eventOf('CREDENTIAL_UPDATED', next(record), call, record)),
    }
  }

  /** What closes a subscription, and its credentials with it. */
  async function closed(
    { record, version }: Loaded<StoredSubscription>,
    reason: string,
    call: CallContext,
  ): Promise<Required<Along>> {
    const ended = moved(record, 'close', { now: clock(), reason }) as StoredSubscription
    const next = inOrder({ ...ended, status: 'closed' })
    const along = await disabled(next, call)
    return {
      changes: [
        { op: 'put', collection: subscriptions.plural, key: next.id, value: next, expected: version },
        ...placeChanges(next, record),
        ...along.changes,
      ],
      events: [eventOf('SUBSCRIPTION_UPDATED', next, call, record), ...along.events],
    }
  }

  /** What goes with a subscription that is deleted: its place and its credentials. */
  async function orphaned(subscription: StoredSubscription, call: CallContext): Promise<Required<Along>> {
    const doomed = await credentialsOf(store, subscription)
    return {
      changes: [
        leavePlace(subscription),
        ...doomed.map(
          ({ record: { clientId }, version }): Change => ({
            op: 'delete',
            collection: credentials.plural,
            key: clientId,
            expected: version,
          }),
        ),
      ],
      events: doomed.map(({ record }) => eventOf('CREDENTIAL_DELETED', record, call)),
    }
  }

  /** What deletes a subscription with all that it has. */
  async function deleted({ record, version }: Loaded<StoredSubscription>, call: CallContext): Promise<Required<Along>> {
    const along = await orphaned(record, call)
    return {
      changes: [
        { op: 'delete', collection: subscriptions.plural, key: record.id, expected: version },
        ...along.changes,
      ],
      events: [eventOf('SUBSCRIPTION_DELETED', record, call), ...along.events],
    }
  }

  return { eventOf, putCredential, disabled, closed, orphaned, deleted }
}

/** What is written of subscriptions and credentials together. */
export type BoundRecords = ReturnType<typeof createBound>
