import { noSecret } from '../secret.ts'
import type { Credential, StoredCredential } from './credential.ts'
import { showCredential } from './credential-view.ts'
import { stateOf } from './life.ts'
import { standingOf } from './rotation.ts'
import type { StoredSubscription } from './subscription.ts'

/** Why an API admits nobody, whoever asks. */
export type ApiRefusal = 'api-disabled' | 'api-removed' | 'api-staging'

/** What a credential hangs on. */
export interface Bound {
  readonly credential: StoredCredential
  /** Its subscription. */
  readonly subscription: StoredSubscription
  /** Whether the plan is closed, or gone. */
  readonly isPlanClosed: boolean
  /** Why its API admits nobody; nothing where it does. */
  readonly apiRefusal?: ApiRefusal | undefined
}

/**
 * Why a pair does not open anything.
 * - `unknown`: no credential has this client id.
 * - `wrong-secret`: the secret is none of the credential's; or there is none, and it takes one.
 * - `past-grace`: it is the secret before the current one, and its grace period is over.
 * - `closed`: the subscription or its plan has ended. `paused`: the subscription rests.
 * - `revoked`: the credential is disabled. `expired`: its `validUntil` has passed.
 * - `api-disabled`, `api-removed`: its API is so. `api-staging`: its API is in staging, and not tested.
 *
 * All from `closed` on are told only to who has a valid secret.
 */
export type RefusalReason =
  | 'unknown'
  | 'wrong-secret'
  | 'past-grace'
  | 'closed'
  | 'paused'
  | 'revoked'
  | 'expired'
  | ApiRefusal

/** Whether a pair is valid, and for whom; or why not. */
export type Verification =
  | { readonly isValid: true; readonly credential: Credential; readonly subscription: StoredSubscription }
  | { readonly isValid: false; readonly reason: RefusalReason }

const nothing = { current: { hash: noSecret, since: 0 } }

/** Judges a client id and a secret by what is stored under the id (`undefined`: nothing is). Pure; takes as long for an unknown id as for a wrong secret. */
export function verify(bound: Bound | undefined, secret: string | undefined, now: number): Verification {
  const standing = standingOf(secret ?? '', bound?.credential.secrets ?? nothing, now)
  const reason = bound ? reasonAgainst(bound, secret === undefined ? undefined : standing, now) : 'unknown'
  return reason || !bound
    ? { isValid: false, reason: reason ?? 'unknown' }
    : { isValid: true, credential: showCredential(bound.credential, now), subscription: bound.subscription }
}

function reasonAgainst(
  { credential, subscription, isPlanClosed, apiRefusal }: Bound,
  standing: ReturnType<typeof standingOf> | undefined,
  now: number,
): RefusalReason | undefined {
  const { enabled = true, allowClientIdOnly = false, validUntil } = credential
  if (standing === undefined && !allowClientIdOnly) return 'wrong-secret'
  if (standing === 'wrong') return 'wrong-secret'
  if (standing === 'past-grace') return 'past-grace'
  const state = stateOf(subscription)
  if (isPlanClosed || state === 'closed') return 'closed'
  if (state === 'paused') return 'paused'
  if (!enabled) return 'revoked'
  return validUntil !== undefined && now >= validUntil ? 'expired' : apiRefusal
}
