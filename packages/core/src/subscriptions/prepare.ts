import { type ApiDefinition, apis } from '../gateway/apis/api.ts'
import { unauthenticated } from '../machine/callers/caller.ts'
import type { Write } from '../machine/records/commit.ts'
import type { Along, Instance, Prepared, Writing } from '../machine/records/hooks.ts'
import { generateId } from '../machine/secrets/ids.ts'
import { hashSecret, isSecret } from '../machine/secrets/secret.ts'
import type { Plan } from '../plans/plan.ts'
import { findPlan } from '../plans/plan-life.ts'
import type { Change, Random } from '../ports.ts'
import { findApiPlans, withPlan } from './api-plans.ts'
import {
  checkFixed,
  checkSubject,
  noneOf,
  subscribable,
  subscribableStill,
  whichOne,
  withoutCredentials,
} from './checks.ts'
import { generateSecret } from './client-secret.ts'
import type { StoredCredential } from './credential.ts'
import { type CredentialChanges, credentialsOf, type Loaded } from './credential-changes.ts'
import { hasCredentials, issueCredential } from './issue.ts'
import { indexChanges } from './plan-index.ts'
import { rotated } from './rotation.ts'
import { heldSubject } from './subjects.ts'
import { inOrder, type ShownCredential, type StoredSubscription, type Subscription } from './subscription.ts'
import { moved, type SubscriptionVerb, stateOf } from './subscription-states.ts'

/** What a consumer's request for a subscription adds to it, and what is committed with it. */
export interface Asked {
  readonly members: Pick<StoredSubscription, 'approval' | 'form' | 'accepted'>
  readonly changes: readonly Write[]
}

/** What a write of a subscription does beyond saving its body. */
export interface SubscriptionIntent {
  /**
   * A consumer asks for the subscription: judges the request against the stored API, anew for every attempt to commit. Throws
   * if the consumer may not have it.
   */
  readonly asking?: (next: Subscription, api: ApiDefinition | undefined) => Promise<Asked>
  /** What must hold until a consumer's rotation or closure is committed. Read anew for every attempt. */
  readonly held?: () => Promise<readonly Write[]>
  /** The action, and the reason for it. */
  readonly verb?: SubscriptionVerb
  readonly reason?: string | undefined
  /** With `rotate`: the credential that gets a new secret. @default the only credential */
  readonly clientId?: string | undefined
  /** With `rotate`: revokes all earlier secrets at once. */
  readonly revokePrevious?: boolean | undefined
  /** With `rotate`: the current secret, by which the holder is allowed to rotate it. */
  readonly heldSecret?: string
}

type SubscriptionWriting = Writing<Subscription, SubscriptionIntent>

/**
 * Creates the hook that completes and checks a subscription on its way into the store, with the changes for the same
 * commit.
 */
export function createPreparation({ store, clock }: Instance, random: Random, bound: CredentialChanges) {
  async function prepare(writing: SubscriptionWriting): Promise<Prepared<Subscription>> {
    return writing.current ? changed(writing, writing.current as StoredSubscription) : begun(writing)
  }

  /** Prepares a new subscription. The commit fails if the API has changed since the check. */
  async function begun(writing: SubscriptionWriting): Promise<Prepared<Subscription>> {
    const { next, call, isUpload, intent: { asking } = {} } = writing
    const now = clock()
    const found = await store.get(apis.plural, next.api_ref)
    const asked = await asking?.(next, found?.value as ApiDefinition | undefined)
    const { api, plan } = subscribable(next, found?.value as ApiDefinition | undefined, writing)
    const kind = plan.access_mode_configuration_type
    if (!isUpload) checkSubject(next, kind)
    const complete: StoredSubscription = {
      ...next,
      ...asked?.members,
      id: next.id ?? generateId(random, 'subscription'),
      enabled: next.enabled ?? true,
      subscription_kind: kind,
      token_refs: (isRestore(writing) && next.token_refs) || [],
      dates: next.dates ?? (asked?.members.approval === 'waiting' ? { created_at: now } : datesAt(now, plan)),
    }
    const isResting = !complete.enabled && stateOf(complete) === 'paused' && complete.dates.paused_at === undefined
    const started = isResting
      ? (moved({ ...complete, enabled: true }, 'pause', { now }) as StoredSubscription)
      : complete
    const isIssued = hasCredentials(kind) && !isUpload && stateOf(started) !== 'waiting'
    const issued = isIssued ? await issueCredential(started, plan, { store, random, now }) : undefined
    const withTokens = issued ? { ...started, token_refs: [issued.credential.clientId] } : started
    const record = inOrder(consistent(withPlan(withTokens, await findApiPlans(store, api.id as string))))
    return {
      record,
      changes: [
        ...indexChanges(record),
        ...(await heldSubject(store, record, { isUpload })),
        ...(asked?.changes ?? []),
        { op: 'check', collection: apis.plural, key: next.api_ref, expected: found?.version as string },
        ...(issued ? [bound.putCredential(issued.credential, null)] : []),
      ],
      events: issued ? [bound.eventOf('CREDENTIAL_CREATED', issued.credential, call)] : [],
      ...(issued && {
        shown: { credentials: { clientId: issued.credential.clientId, clientSecret: issued.clientSecret } },
      }),
    }
  }

  /** Prepares a change of a subscription. Its API and plan stay; `subscriptionMoves` says which states it may enter. */
  async function changed(writing: SubscriptionWriting, stored: StoredSubscription): Promise<Prepared<Subscription>> {
    const { next, call, isUpload, intent = {} } = writing
    const now = clock()
    checkFixed(next, stored)
    const known = await findApiPlans(store, stored.api_ref)
    const current = withPlan(stored, known)
    const { dates, reason, approval, form, accepted } = isUpload ? { ...current, ...next } : current
    const { token_refs } = isRestore(writing) ? { ...current, ...next } : current
    const base: StoredSubscription = {
      ...next,
      id: current.id,
      enabled: isUpload ? (next.enabled ?? current.enabled) : current.enabled,
      subscription_kind: current.subscription_kind,
      token_refs,
      dates,
      ...(reason !== undefined && { reason }),
      ...(approval !== undefined && { approval }),
      ...(form !== undefined && { form }),
      ...(accepted !== undefined && { accepted }),
    }
    if (!isUpload && base.subject !== stored.subject) checkSubject(base, base.subscription_kind)
    const verb = intent.verb ?? (isUpload ? undefined : switched(next, current))
    const standing = verb ? (moved(base, verb, { now, reason: intent.reason }) as StoredSubscription) : base
    const rotation = verb === 'rotate' ? await rotate(standing, writing) : undefined
    const approved = verb === 'approve' ? await approve(standing) : undefined
    const record = inOrder(consistent(withPlan({ ...standing, ...rotation?.members, ...approved?.members }, known)))
    const ends = stateOf(record) === 'closed' && stateOf(stored) !== 'closed'
    const held = rotation || ends ? await intent.held?.() : undefined
    const ended: Along = ends ? await bound.disabled(record, call) : {}
    return {
      record,
      changes: [
        ...indexChanges(record, stored),
        ...(await heldSubject(store, record, { current: stored, isUpload })),
        ...(ended.changes ?? []),
        ...(rotation?.changes ?? []),
        ...(approved?.changes ?? []),
        ...(held ?? []),
      ],
      events: [...(ended.events ?? []), ...(rotation?.events ?? [])],
      ...(rotation && { shown: { credentials: rotation.shown } }),
    }
  }

  /** Approves a subscription if its plan still takes it. The consumer creates the credential, so nobody else sees the secret. */
  async function approve(subscription: StoredSubscription) {
    const found = await store.get(apis.plural, subscription.api_ref)
    const { plan } = subscribableStill(subscription, found?.value as ApiDefinition | undefined)
    const check: Change = {
      op: 'check',
      collection: apis.plural,
      key: subscription.api_ref,
      expected: found?.version as string,
    }
    return { members: { dates: { ...subscription.dates, ...endOf(plan) } }, changes: [check] }
  }

  /** Gives a credential its next secret, or a subscription without credentials its first one. */
  async function rotate(subscription: StoredSubscription, writing: SubscriptionWriting) {
    const { intent: { clientId } = {} } = writing
    const all = await credentialsOf(store, subscription)
    const found = all.find(({ record }) => record.clientId === (clientId ?? all[0]?.record.clientId))
    if (clientId === undefined && all.length > 1) throw whichOne(subscription)
    if (clientId !== undefined && !found) throw noneOf(subscription, clientId)
    return found ? renewed(found, writing) : issuedLate(subscription, writing)
  }

  async function renewed({ record, version }: Loaded<StoredCredential>, writing: SubscriptionWriting) {
    const { call, intent: { heldSecret, revokePrevious } = {} } = writing
    const { secrets, isDueTold: _told, ...rest } = record
    if (heldSecret !== undefined && !isSecret(heldSecret, secrets.current.hash)) throw unauthenticated()
    const clientSecret = generateSecret(random)
    const next: StoredCredential = {
      ...rest,
      secrets: rotated(secrets, hashSecret(clientSecret, random), {
        ...rest.rotation,
        now: clock(),
        revokePrevious,
      }),
    }
    const previousUntil = next.secrets.previous?.until
    return {
      members: {},
      changes: [bound.putCredential(next, version, record)],
      events: [bound.eventOf('CREDENTIAL_UPDATED', next, call, record)],
      shown: { clientId: next.clientId, clientSecret, ...(previousUntil !== undefined && { previousUntil }) },
    }
  }

  async function issuedLate(subscription: StoredSubscription, { call }: SubscriptionWriting) {
    const api = await store.get(apis.plural, subscription.api_ref)
    const plan = api && findPlan(api.value as ApiDefinition, subscription.plan_ref)
    if (!plan || !hasCredentials(subscription.subscription_kind)) throw withoutCredentials(subscription)
    const { credential, clientSecret } = await issueCredential(subscription, plan, { store, random, now: clock() })
    const check: Change = { op: 'check', collection: apis.plural, key: subscription.api_ref, expected: api.version }
    const shown: ShownCredential = { clientId: credential.clientId, clientSecret }
    return {
      members: { token_refs: [credential.clientId] },
      changes: [check, bound.putCredential(credential, null)],
      events: [bound.eventOf('CREDENTIAL_CREATED', credential, call)],
      shown,
    }
  }

  return { prepare }
}

/** Whether uploaded lines may set `token_refs`: only admins can upload credentials, and so only their uploads may. */
const isRestore = ({ isUpload, call: { caller } }: SubscriptionWriting): boolean => isUpload === true && caller.isAdmin

/** The action behind a change of `enabled` by PUT or PATCH: pause or resume. */
const switched = ({ enabled }: Subscription, current: StoredSubscription): SubscriptionVerb | undefined =>
  enabled === undefined || enabled === current.enabled ? undefined : enabled ? 'resume' : 'pause'

/** The dates of a new subscription. */
const datesAt = (now: number, plan: Plan) => ({ created_at: now, processed_at: now, started_at: now, ...endOf(plan) })

/** When the credentials of a plan expire. */
const endOf = ({ access_mode_configuration = {} }: Plan) => {
  const { validUntil } = access_mode_configuration as { validUntil?: number }
  return validUntil === undefined ? {} : { ending_at: validUntil }
}

/** A subscription whose members agree, which lines of an upload need not: while it waits, it is not enabled. */
function consistent(subscription: StoredSubscription): StoredSubscription {
  const { approval, ...rest } = subscription
  if (approval === 'waiting') return stateOf(subscription) === 'closed' ? rest : { ...subscription, enabled: false }
  return approval === 'refused' ? { ...subscription, enabled: false } : subscription
}
