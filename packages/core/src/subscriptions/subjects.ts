import { problem, SignalboxError } from '../machine/errors/errors.ts'
import { digest } from '../machine/secrets/secret.ts'
import type { AccessModeName } from '../plans/access-modes.ts'
import type { Change, Reads } from '../ports.ts'
import type { StoredSubscription } from './subscription.ts'
import { stateOf } from './subscription-states.ts'

/**
 * Collection of the subjects that open subscriptions name: `<API>/<plan>/<digest of the subject>`, with the id of the
 * subscription.
 */
const SUBJECTS = 'subscription-subjects'

/** Whether consumers of this access mode are found by the subject of a token or certificate. */
export const hasSubjects = (kind: AccessModeName): boolean =>
  kind === 'jwt' || kind === 'mtls' || kind === 'oauth2-remote'

/** The key that an open subscription holds; `undefined` if it names no subject. */
function keyOf(subscription: StoredSubscription): string | undefined {
  const { api_ref, plan_ref, subject } = subscription
  return subject === undefined || stateOf(subscription) === 'closed'
    ? undefined
    : `${api_ref}/${plan_ref}/${digest(subject)}`
}

/**
 * The changes by which a subscription holds its subject and releases the one before. Throws CONFLICT if another open
 * subscription to the plan has the subject; the commit fails if one takes it meanwhile. `isUpload`: lines are stored in
 * batches, and the later one of two with the same subject holds it.
 */
export async function heldSubject(
  store: Reads,
  next: StoredSubscription,
  { current, isUpload }: { readonly current?: StoredSubscription; readonly isUpload?: true | undefined } = {},
): Promise<Change[]> {
  const [key, before] = [keyOf(next), current && keyOf(current)]
  if (key === before) return []
  const released = current ? releasedSubject(current) : []
  if (key === undefined) return released
  const holder = await store.get(SUBJECTS, key)
  if (holder && holder.value !== next.id) throw taken(next)
  const expected = holder?.version ?? null
  const put = { op: 'put', collection: SUBJECTS, key, value: next.id } as const
  return [...released, isUpload ? put : { ...put, expected }]
}

/** The change by which a subscription that ends releases its subject, if it holds any. */
export function releasedSubject(ended: StoredSubscription): Change[] {
  const key = keyOf(ended)
  return key === undefined ? [] : [{ op: 'delete', collection: SUBJECTS, key }]
}

/** CONFLICT that does not tell whose subscription it is. */
const taken = ({ plan_ref }: StoredSubscription) =>
  new SignalboxError(
    'CONFLICT',
    `Another open subscription to plan ${plan_ref} has this subject: close that subscription, or name another subject`,
    { errors: [problem('error.subject.taken', plan_ref)] },
  )
