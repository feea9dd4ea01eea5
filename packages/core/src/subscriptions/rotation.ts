import { problem, SignalboxError } from '../machine/errors/errors.ts'
import { isSecret, noSecret } from '../machine/secrets/secret.ts'

const HOUR = 60 * 60_000

/** Settings for renewing the secrets of a credential, in hours. */
export interface Rotation {
  /** @default false */
  readonly enabled?: boolean
  readonly rotationEvery?: number
  /** How long a secret stays valid after it was replaced. @default 0 */
  readonly gracePeriod?: number
}

/** The stored secrets of a credential: the current one, and the previous one, which may have expired. */
export interface Secrets {
  readonly current: { readonly hash: string; readonly since: number }
  readonly previous?: { readonly hash: string; readonly until: number }
}

/** The secrets of a new credential. */
export const firstSecret = (hash: string, now: number): Secrets => ({ current: { hash, since: now } })

/** The time and settings of a rotation. */
interface Renewal extends Rotation {
  /** Epoch milliseconds. */
  readonly now: number
  /** Revokes all earlier secrets at once, for a secret that leaked. @default false */
  readonly revokePrevious?: boolean | undefined
}

/**
 * Adds the next secret. The replaced one stays valid for the whole grace period unless it is revoked. Throws CONFLICT,
 * with the member `until`, during a grace period: otherwise three secrets would be valid, or one would expire early.
 */
export function rotated(secrets: Secrets, hash: string, renewal: Renewal): Secrets {
  const { now, gracePeriod = 0, revokePrevious = false } = renewal
  const { current, previous } = secrets
  if (revokePrevious)
    return { current: { hash, since: Math.max(now, current.since) }, previous: { hash: current.hash, until: now } }
  if (previous && previous.until > now)
    throw new SignalboxError(
      'CONFLICT',
      `The secret was already rotated, and the previous one is valid until ${new Date(previous.until).toISOString()}: wait until then, or pass revokePrevious=true to revoke all earlier secrets at once`,
      { errors: [problem('error.rotation.grace', previous.until)], members: { until: previous.until } },
    )
  const at = Math.max(now, current.since)
  return {
    current: { hash, since: at },
    previous: { hash: current.hash, until: at + gracePeriod * HOUR },
  }
}

/** How a secret compares with the secrets of a credential. */
export type SecretStanding = 'valid' | 'past-grace' | 'wrong'

/** Compares a secret with the stored ones, in the same time for any secret. */
export function standingOf(secret: string, { current, previous }: Secrets, now: number): SecretStanding {
  const isCurrent = isSecret(secret, current.hash)
  const isPrevious = isSecret(secret, previous?.hash ?? noSecret)
  if (isCurrent) return 'valid'
  if (!isPrevious || !previous) return 'wrong'
  return now < previous.until ? 'valid' : 'past-grace'
}

/** Whether a rotation is due. Secrets stay valid; the owner and holder are only notified. */
export const isRotationDue = (
  { enabled = false, rotationEvery }: Rotation,
  { current }: Secrets,
  now: number,
): boolean => enabled && rotationEvery !== undefined && now >= current.since + rotationEvery * HOUR
