import { owner } from '../machine/callers/caller.ts'
import { problem, SignalboxError } from '../machine/errors/errors.ts'
import { copyJson } from '../machine/json/json.ts'
import { collection } from '../machine/records/collection.ts'
import type { Along, Hooks, Instance, Prepared } from '../machine/records/hooks.ts'
import type { CallContext } from '../operation.ts'
import { findApiPlans, isPlanClosed } from './api-plans.ts'
import { type Credential, credentials, type StoredCredential } from './credential.ts'
import { type CredentialChanges, findSubscription } from './credential-changes.ts'
import { showCredential } from './credential-view.ts'
import { isRotationDue } from './rotation.ts'
import { subscriptions } from './subscription.ts'
import { stateOf } from './subscription-states.ts'
import { type Bound, type Verification, verify } from './verify.ts'

/** A stored credential with what it depends on, and its record version. */
interface Found extends Bound {
  readonly version: string
}

/** Creates the records of credentials, with their verification and rotation reminders. */
export function createCredentialRecords(instance: Instance, bound: CredentialChanges) {
  const { store, commit, clock, applied } = instance

  const show = (stored: StoredCredential) => showCredential(stored, clock())

  const hooks: Hooks<Credential> = {
    async prepare({ next, current }): Promise<Prepared<Credential>> {
      const sent = next as StoredCredential
      if (!current) return { record: sent, changes: await tie(sent) }
      const { clientId, subscription_ref, api_ref, plan_ref, owner_ref, ...kept } = current as StoredCredential
      const { secrets, isDueTold } = sent.secrets ? sent : kept
      const belongs = { subscription_ref, api_ref, plan_ref, ...(owner_ref !== undefined && { owner_ref }) }
      return {
        record: inOrder({ ...sent, clientId, ...belongs, secrets, ...(isDueTold && { isDueTold }) }) as Credential,
      }
    },
    present: (stored) => show(stored as StoredCredential),
    remove: ({ record, call }) => forget(record as StoredCredential, call),
  }
  const records = collection(credentials, instance, hooks)

  /** Requires that the subscription of an uploaded credential exists and lists it; throws INVALID otherwise. */
  async function tie({ clientId, subscription_ref }: StoredCredential): Promise<Along['changes'] & object> {
    const found = await findSubscription(store, subscription_ref)
    if (found?.record.token_refs.includes(clientId))
      return [{ op: 'check', collection: subscriptions.plural, key: subscription_ref, expected: found.version }]
    throw new SignalboxError(
      'INVALID',
      `Credential ${clientId} belongs to subscription ${subscription_ref}, which does not exist or does not list it: upload the subscription first`,
      { fieldErrors: { '/subscription_ref': [problem('error.reference', subscription_ref)] } },
    )
  }

  /** Removes a deleted credential from its subscription. */
  async function forget({ clientId, subscription_ref }: StoredCredential, call: CallContext): Promise<Along> {
    const found = await findSubscription(store, subscription_ref)
    if (!found?.record.token_refs.includes(clientId)) return {}
    const { record, version } = found
    const next = { ...record, token_refs: record.token_refs.filter((id) => id !== clientId) }
    return {
      changes: [
        { op: 'put', collection: subscriptions.plural, key: record.id, value: next, expected: version, was: record },
      ],
      events: [bound.eventOf('SUBSCRIPTION_UPDATED', next, call, record)],
    }
  }

  /**
   * Loads a credential with its subscription and the state of its plan and API; `undefined` if the credential or its
   * subscription does not exist.
   */
  async function findBound(clientId: string): Promise<Found | undefined> {
    const found = await store.get(credentials.plural, clientId)
    const credential = found?.value as StoredCredential | undefined
    if (!found || !credential) return undefined
    const [subscription, plans] = await Promise.all([
      findSubscription(store, credential.subscription_ref),
      findApiPlans(store, credential.api_ref),
    ])
    if (!subscription?.record.token_refs.includes(clientId)) return undefined
    return {
      credential,
      version: found.version,
      subscription: subscription.record,
      isPlanClosed: isPlanClosed(plans, credential.plan_ref),
      apiRefusal: plans?.refusal,
    }
  }

  /** Shows a credential as disabled if its subscription or plan has ended. */
  async function seen(credential: Credential): Promise<Credential> {
    const found = await findBound(credential.clientId as string)
    if (!found || hasEnded(found)) return { ...credential, enabled: false }
    await tellDue(found, clock())
    return credential
  }

  /**
   * Emits a single event without an author when a credential is due for rotation. The first process that notices wins;
   * the commit of any other fails. Returns whether there is nothing left to tell.
   */
  async function tellDue({ credential, version }: Found, now: number): Promise<boolean> {
    const { isDueTold, enabled = true, rotation = {}, secrets } = credential
    if (isDueTold || !enabled || !isRotationDue(rotation, secrets, now)) return true
    const told: StoredCredential = { ...credential, isDueTold: true }
    const event = bound.eventOf('CREDENTIAL_ROTATION_DUE', told, { caller: owner })
    const committed = await commit({ caller: owner }, [bound.putCredential(told, version, credential)], [event])
    if (!('events' in committed)) return false
    await applied(committed.events.at(-1)?._id ?? 0)
    return true
  }

  /** Tells of one of the credentials that are due, unless it has ended; again if another write came in between. */
  async function tellDueOf(clientId: string): Promise<void> {
    for (;;) {
      const found = await findBound(clientId)
      if (!found || hasEnded(found) || (await tellDue(found, clock()))) return
    }
  }

  /** Tells which of these credentials are due for rotation, once each. For data planes, which only notice. */
  async function tellAllDue(clientIds: readonly string[]): Promise<void> {
    for (let first = 0; first < clientIds.length; first += AT_ONCE)
      await Promise.all(clientIds.slice(first, first + AT_ONCE).map(tellDueOf))
  }

  /** Verifies a client id and secret. */
  async function verifyPair(clientId: string, secret: string | undefined, now: number): Promise<Verification> {
    const found = await findBound(clientId)
    const verification = verify(found, secret, now)
    if (verification.isValid && found) await tellDue(found, now)
    return verification
  }

  return { records, show, seen, verifyPair, tellAllDue }
}

/** How many credentials are looked up at once. */
const AT_ONCE = 32

/** Whether the subscription of a credential or its plan has ended. */
const hasEnded = ({ isPlanClosed: isClosed, subscription }: Bound): boolean =>
  isClosed || stateOf(subscription) === 'closed'

/** Sorts the members as in the lines, so that saving an unchanged credential writes nothing. */
const inOrder = (credential: StoredCredential) => copyJson(credential, credentials.lines)
