import { originOf } from '../machine/callers/origin.ts'
import type { EventDraft } from '../machine/log/event.ts'
import type { Write } from '../machine/records/commit.ts'
import { withSchemaDefaults } from '../machine/records/defaults.ts'
import type { Along, Instance } from '../machine/records/hooks.ts'
import { localTimestamp } from '../machine/time/time.ts'
import type { CallContext } from '../operation.ts'
import type { Reads } from '../ports.ts'
import { type ApiPlans, withPlan } from './api-plans.ts'
import { credentials, type StoredCredential } from './credential.ts'
import { showCredential } from './credential-view.ts'
import { indexChanges, removeFromIndex } from './plan-index.ts'
import { releasedSubject } from './subjects.ts'
import { inOrder, type StoredSubscription, subscriptions } from './subscription.ts'

/** A record with its record version. */
export interface Loaded<T> {
  readonly record: T
  readonly version: string
}

/** Who causes changes, why, and within which trace. */
export type By = Pick<CallContext, 'caller' | 'reason' | 'traceparent'>

/** Loads the credentials of a subscription: credentials that it lists and that refer back to it. */
export async function credentialsOf(
  store: Reads,
  { id, token_refs }: StoredSubscription,
): Promise<Loaded<StoredCredential>[]> {
  const entries = await Promise.all(token_refs.map((clientId) => store.get(credentials.plural, clientId)))
  const found = entries.flatMap((entry) =>
    entry ? [{ record: entry.value as StoredCredential, version: entry.version }] : [],
  )
  return found.filter(({ record }) => record.subscription_ref === id)
}

/** Finds a subscription with its record version; `undefined` if it does not exist. */
export async function findSubscription(store: Reads, id: string): Promise<Loaded<StoredSubscription> | undefined> {
  const entry = await store.get(subscriptions.plural, id)
  return entry && { record: entry.value as StoredSubscription, version: entry.version }
}

/** Creates functions that change subscriptions and credentials together, with their events. */
export function createCredentialChanges({ store, clock, zone }: Pick<Instance, 'store' | 'clock' | 'zone'>) {
  /** Builds the change event of a record, as its domain shows it. */
  function eventOf(
    type: EventDraft['type'],
    record: StoredSubscription | StoredCredential,
    call: By,
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
      ...originOf(call),
    }
  }

  const putCredential = (record: StoredCredential, expected: string | null, was?: StoredCredential): Write => ({
    op: 'put',
    collection: credentials.plural,
    key: record.clientId,
    value: record,
    expected,
    was,
  })

  /** Disables the credentials of a subscription that ends. */
  async function disabled(subscription: StoredSubscription, call: By): Promise<Required<Along>> {
    const live = (await credentialsOf(store, subscription)).filter(({ record }) => record.enabled !== false)
    const next = (record: StoredCredential) => ({ ...record, enabled: false })
    return {
      changes: live.map(({ record, version }) => putCredential(next(record), version, record)),
      events: live.map(({ record }) => eventOf('CREDENTIAL_UPDATED', next(record), call, record)),
    }
  }

  /** Closes a subscription of a closed plan and disables its credentials. Stores what reads have shown since then. */
  const closed = (
    loaded: Loaded<StoredSubscription>,
    known: ApiPlans | undefined,
    call: By,
  ): Promise<Required<Along>> => ended(loaded, inOrder(withPlan(loaded.record, known)), call)

  /** Writes a subscription that is closed from now on, and disables its credentials. */
  async function ended(
    { record, version }: Loaded<StoredSubscription>,
    next: StoredSubscription,
    call: By,
  ): Promise<Required<Along>> {
    const along = await disabled(next, call)
    return {
      changes: [
        { op: 'put', collection: subscriptions.plural, key: next.id, value: next, expected: version, was: record },
        ...indexChanges(next, record),
        ...releasedSubject(record),
        ...along.changes,
      ],
      events: [eventOf('SUBSCRIPTION_UPDATED', next, call, record), ...along.events],
    }
  }

  /**
   * The changes that go with a deleted subscription: its index entry and its credentials are deleted, and its subject is
   * released.
   */
  async function orphaned(subscription: StoredSubscription, call: By): Promise<Required<Along>> {
    const doomed = await credentialsOf(store, subscription)
    return {
      changes: [
        removeFromIndex(subscription),
        ...releasedSubject(subscription),
        ...doomed.map(
          ({ record, version }): Write => ({
            op: 'delete',
            collection: credentials.plural,
            key: record.clientId,
            expected: version,
            was: record,
          }),
        ),
      ],
      events: doomed.map(({ record }) => eventOf('CREDENTIAL_DELETED', record, call)),
    }
  }

  /** Deletes a subscription with its index entry and credentials. */
  async function deleted({ record, version }: Loaded<StoredSubscription>, call: By): Promise<Required<Along>> {
    const along = await orphaned(record, call)
    return {
      changes: [
        { op: 'delete', collection: subscriptions.plural, key: record.id, expected: version, was: record },
        ...along.changes,
      ],
      events: [eventOf('SUBSCRIPTION_DELETED', record, call), ...along.events],
    }
  }

  return { eventOf, putCredential, disabled, closed, ended, orphaned, deleted }
}

/** Functions that change subscriptions and credentials together. */
export type CredentialChanges = ReturnType<typeof createCredentialChanges>
