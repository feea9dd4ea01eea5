import { noSecret } from '../machine/secrets/secret.ts'
import type { Credential, StoredCredential } from './credential.ts'
import { showCredential } from './credential-view.ts'
import { type SecretStanding, standingOf } from './rotation.ts'
import type { StoredSubscription } from './subscription.ts'
import { stateOf } from './subscription-states.ts'

/** Why an API admits no consumer at all. */
export type ApiRefusal = 'api-disabled' | 'api-removed' | 'api-staging'

/** A credential with the records it depends on. */
export interface Bound {
  readonly credential: StoredCredential
  readonly subscription: StoredSubscription
  /** Whether the plan is closed or was removed. */
  readonly isPlanClosed: boolean
  /** Why its API admits nobody; absent if it admits consumers. */
  readonly apiRefusal?: ApiRefusal | undefined
}

/**
 * Why a client id and secret are refused.
 * - `unknown`: no credential has this client id.
 * - `wrong-secret`: the secret is not that of the credential, or is missing although required.
 * - `past-grace`: it is the previous secret, and its grace period is over.
 * - `closed`: the subscription or its plan has ended. `paused`: the subscription is paused, or waits for approval.
 * - `revoked`: the credential is disabled. `expired`: its `validUntil` has passed.
 * - `api-disabled`, `api-removed`: the API is disabled or removed. `api-staging`: it is in staging with testing off.
 *
 * Reasons from `closed` on are returned only if the secret is valid, or missing where `allowClientIdOnly` permits that.
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

/** The result of a verification: the credential and subscription, or the reason for the refusal. */
export type Verification =
  | { readonly isValid: true; readonly credential: Credential; readonly subscription: StoredSubscription }
  | { readonly isValid: false; readonly reason: RefusalReason }

const nothing = { current: { hash: noSecret, since: 0 } }

/**
 * Verifies a client id and secret against the stored credential; `undefined` stands for an unknown id. Pure. Takes as
 * long for an unknown id as for a wrong secret.
 */
export function verify(bound: Bound | undefined, secret: string | undefined, now: number): Verification {
  const standing = standingOf(secret ?? '', bound?.credential.secrets ?? nothing, now)
  const reason = bound ? reasonAgainst(bound, secret === undefined ? undefined : standing, now) : 'unknown'
  return reason || !bound
    ? { isValid: false, reason: reason ?? 'unknown' }
    : { isValid: true, credential: showCredential(bound.credential, now), subscription: bound.subscription }
}

/**
 * Why a credential is refused at a time; `undefined` if it is accepted. `standing` is that of the secret that was presented;
 * `undefined` if none was. Pure, without any digest: data planes call it for every request.
 */
export function reasonAgainst(
  { credential, subscription, isPlanClosed, apiRefusal }: Bound,
  standing: SecretStanding | undefined,
  now: number,
): RefusalReason | undefined {
  const { enabled = true, allowClientIdOnly = false, validUntil } = credential
  if (standing === undefined && !allowClientIdOnly) return 'wrong-secret'
  if (standing === 'wrong') return 'wrong-secret'
  if (standing === 'past-grace') return 'past-grace'
  const state = stateOf(subscription)
  if (isPlanClosed || state === 'closed') return 'closed'
  if (state !== 'active') return 'paused'
  if (!enabled) return 'revoked'
  return validUntil !== undefined && now >= validUntil ? 'expired' : apiRefusal
}
