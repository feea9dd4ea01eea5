import { problem, SignalboxError } from '../errors.ts'
import { isSecret, noSecret } from '../secret.ts'

const HOUR = 60 * 60_000

/** How secrets of a credential are renewed; both in hours. */
export interface Rotation {
  /** @default false */
  readonly enabled?: boolean
  readonly rotationEvery?: number
  /** How long a secret is valid behind the next one. @default 0 */
  readonly gracePeriod?: number
}

/** The secrets of a credential as they are stored: the current one, and the one before, valid or not. */
export interface Secrets {
  readonly current: { readonly hash: string; readonly since: number }
  readonly previous?: { readonly hash: string; readonly until: number }
}

/** The secrets of a credential that has its first one. */
export const firstSecret = (hash: string, now: number): Secrets => ({ current: { hash, since: now } })

/** When and how a secret is renewed. */
interface Renewal extends Rotation {
  /** Epoch milliseconds. */
  readonly now: number
  /** Every secret but the next one ends at once, that of a grace period too: one of them leaked. @default false */
  readonly revokePrevious?: boolean | undefined
}

/**
 * The secrets with a next one: the one before stays valid for the grace period, never shorter unless it is revoked. CONFLICT, with the
 * member `until`, while a secret is in its grace period: a third one would be valid, or one would die early.
 */
export function rotated(secrets: Secrets, hash: string, renewal: Renewal): Secrets {
  const { now, gracePeriod = 0, revokePrevious = false } = renewal
  const { current, previous } = secrets
  if (revokePrevious)
    return { current: { hash, since: Math.max(now, current.since) }, previous: { hash: current.hash, until: now } }
  if (previous && previous.until > now)
    throw new SignalboxError(
      'CONFLICT',
      `The secret was rotated already, and the one before is valid until ${new Date(previous.until).toISOString()}: rotate again then, or with revokePrevious=true, which ends every secret but the next one at once`,
      { errors: [problem('error.rotation.grace', previous.until)], members: { until: previous.until } },
    )
  const at = Math.max(now, current.since)
  return {
    current: { hash, since: at },
    previous: { hash: current.hash, until: at + gracePeriod * HOUR },
  }
}

/** How a secret stands to those of a credential. */
export type SecretStanding = 'valid' | 'past-grace' | 'wrong'

/** How a secret stands to those that are stored; as long to find out for any. */
export function standingOf(secret: string, { current, previous }: Secrets, now: number): SecretStanding {
  const isCurrent = isSecret(secret, current.hash)
  const isPrevious = isSecret(secret, previous?.hash ?? noSecret)
  if (isCurrent) return 'valid'
  if (!isPrevious || !previous) return 'wrong'
  return now < previous.until ? 'valid' : 'past-grace'
}

/** Whether it is time for a next secret: nothing dies of it, the holder and the owner are told. */
export const isRotationDue = (
  { enabled = false, rotationEvery }: Rotation,
  { current }: Secrets,
  now: number,
): boolean => enabled && rotationEvery !== undefined && now >= current.since + rotationEvery * HOUR
