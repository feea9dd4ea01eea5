import type { CauseId, Random } from '@signalbox/core/gateway'
import { type LimitPolicy, type Taken, toSeconds } from './limiter.ts'

const causes = ['errors.rate.limit.exceeded', 'errors.quota.exceeded'] as const satisfies readonly CauseId[]

/** A cause of refusals by a rate limit or a quota. */
export type LimitCause = (typeof causes)[number]

/** The causes of refusals by rate limits and quotas. */
export const limitCauses: ReadonlySet<string> = new Set(causes)

/** A refusal by a rate limit or a quota. */
interface LimitRefusal {
  readonly refuse: LimitCause | 'errors.limits.unavailable'
  readonly headers: readonly string[]
  /** The name of the limit. */
  readonly violated?: readonly string[]
}

/**
 * The refusal of a request beyond a limit: 429 with `Retry-After`, or 503 if nobody can tell how much is left. Clients
 * of a window would all come back at once: they get times that are up to a tenth longer.
 */
export function beyond(
  cause: LimitCause,
  { kind, name }: LimitPolicy,
  { taken: { waitMs, isUnavailable }, random }: { readonly taken: Taken; readonly random: Random },
): LimitRefusal {
  if (isUnavailable) return unavailable
  const share = kind === 'window' ? 1 + 0.1 * ((random(1)[0] as number) / 255) : 1
  const seconds = Math.max(1, toSeconds(waitMs * share))
  return { refuse: cause, headers: ['Retry-After', String(seconds)], violated: [name] }
}

const unavailable: LimitRefusal = { refuse: 'errors.limits.unavailable', headers: ['Retry-After', '1'] }

/** In `exchange.state`: a limit that only observes would have refused the request. */
export const overLimit = Symbol('over limit')
