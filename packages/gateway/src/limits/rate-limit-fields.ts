import type { HeaderEdits } from '../headers/header-view.ts'
import type { Charge } from './charges.ts'
import { type LimitPolicy, toSeconds } from './limiter.ts'

/**
 * Sets the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11): all limits of the route,
 * and how much is left of the one with the smallest share left. `hasLegacy` adds `X-RateLimit-Limit`, `-Remaining` and
 * `-Reset` of that one, with the seconds until its reset.
 */
export function setRateLimitFields(headers: HeaderEdits, charges: readonly Charge[], hasLegacy: boolean): void {
  let least: Charge | undefined
  let policies = noPolicy
  for (const one of charges) {
    if (!one.isTold) continue
    policies = withPolicy(policies, one.policy)
    if (one.taken.isUnavailable) continue
    if (!least || shareLeft(one) < shareLeft(least)) least = one
  }
  if (policies === noPolicy) return
  headers.set('RateLimit-Policy', policies.text)
  if (!least) return
  const { policy, taken } = least
  const { remaining } = taken
  const seconds = toSeconds(taken.resetMs)
  headers.set('RateLimit', `"${policy.name}";r=${remaining};t=${seconds}`)
  if (!hasLegacy) return
  headers.set('X-RateLimit-Limit', String(quotaOf(policy)))
  headers.set('X-RateLimit-Remaining', String(remaining))
  headers.set('X-RateLimit-Reset', String(seconds))
}

const quotaOf = ({ rate, burst }: LimitPolicy): number => rate + burst

/** A limit of 0 has nothing left. */
const shareLeft = ({ policy, taken }: Charge): number => taken.remaining / (quotaOf(policy) || 1)

/** A list of policies as text, and the lists that continue it: each is formatted once. */
interface PolicyList {
  readonly text: string
  readonly longer: WeakMap<LimitPolicy, PolicyList>
}

const noPolicy: PolicyList = { text: '', longer: new WeakMap() }

function withPolicy({ text, longer }: PolicyList, policy: LimitPolicy): PolicyList {
  const known = longer.get(policy)
  if (known) return known
  const { name, windowMs } = policy
  const item = `"${name}";q=${quotaOf(policy)};w=${Math.ceil(windowMs / 1000)}`
  const made = { text: text === '' ? item : `${text}, ${item}`, longer: new WeakMap() }
  longer.set(policy, made)
  return made
}
