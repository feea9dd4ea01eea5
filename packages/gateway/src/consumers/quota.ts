import { quotaKeyOf, type StoredCredential } from '@signalbox/core/gateway'
import { charge } from '../limits/charges.ts'
import type { Limiter, LimitPolicy, Taken } from '../limits/limiter.ts'
import { beyond } from '../limits/refusals.ts'
import type { Consumer, Exchange } from '../plugin-api/exchange.ts'
import type { Verdict } from '../plugin-api/hooks.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import { lookAt, lookedAt, onlyLooks } from './look-at-quota.ts'

/** The quota of a plan or credential. What is absent is not limited; 0 admits nothing. */
export type Quota = NonNullable<StoredCredential['quota']>

/** Settings of a slot that identifies consumers. */
export interface QuotaSettings {
  readonly plan_ref?: string
  /** The quota of the plan. Credentials have their own. */
  readonly quota?: Quota
}

/**
 * Charges a request to the quota of its consumer: that of the credential, or else of the plan. Windows come first, then
 * days and months. What a consumer has used stays used when routes, credentials or quotas change. Drafts are not charged,
 * nor are routes that only tell consumers what they have used.
 */
export function chargeQuota(
  { plan_ref, quota: ofPlan }: QuotaSettings,
  { limits, shared, random, route, clock }: SlotContext,
): (exchange: Exchange) => Verdict | Promise<Verdict> {
  const limiters = shared(quotaLimiters, () => createLimiters(limits))

  const refusal = (policy: LimitPolicy, taken: Taken) => beyond('errors.quota.exceeded', policy, { taken, random })

  /** Charges the limits from `place` on, until one refuses. */
  function chargeAll(
    exchange: Exchange,
    { policies, key }: { readonly policies: readonly LimitPolicy[]; readonly key: string },
    place: number,
  ): Verdict | Promise<Verdict> {
    for (let i = place; i < policies.length; i++) {
      const policy = policies[i] as LimitPolicy
      const { kind } = policy
      const asked = { limiter: limiters[kind], policy, key, at: limits.now(kind), isTold: true }
      const taken = charge(exchange, asked)
      if (taken instanceof Promise)
        return taken.then((one) =>
          one.isAdmitted ? chargeAll(exchange, { policies, key }, i + 1) : refusal(policy, one),
        )
      if (!taken.isAdmitted) return refusal(policy, taken)
    }
    return undefined
  }

  async function look(
    exchange: Exchange,
    { policies, key }: { readonly policies: readonly LimitPolicy[]; readonly key: string },
  ): Promise<undefined> {
    const states = policies.map((policy) => {
      const { kind } = policy
      return lookAt({ limiter: limiters[kind], policy, key, at: limits.now(kind) }, clock())
    })
    exchange.state.set(lookedAt, await Promise.all(states))
  }

  const isLook = onlyLooks(route)
  return (exchange) => {
    const { consumer, draft } = exchange
    if ((draft && !isLook) || !consumer) return undefined
    const quota = consumer.credential ? consumer.credential.credential.quota : ofPlan
    if (!quota) return undefined
    const policies = policiesOf(quota)
    if (policies.length === 0) return undefined
    const whose = { policies, key: keyOf(consumer, route.api_ref, plan_ref) }
    return isLook ? look(exchange, whose) : chargeAll(exchange, whose, 0)
  }
}

/** In `shared`: the limiters of all quotas of a gateway, so that they outlive routes. */
const quotaLimiters = Symbol('quota limiters')

const createLimiters = ({ limiterOf }: SlotContext['limits']): Readonly<Record<LimitPolicy['kind'], Limiter>> => ({
  rate: limiterOf('rate', 'quota'),
  window: limiterOf('window', 'quota'),
  day: limiterOf('day', 'quota'),
  month: limiterOf('month', 'quota'),
})

/**
 * Whose quota it is. A client id has no slash, so that it cannot be taken for the API, plan and subscription, or for the
 * API, plan and consumer, of others.
 */
export function keyOf({ credential, subscription, plan, id }: Consumer, api: string, planOfSlot = ''): string {
  if (credential) return credential.credential.clientId
  const whose = subscription === undefined ? { consumer: id } : { subscription }
  return quotaKeyOf({ api, plan: plan ?? planOfSlot }, whose)
}

const DAY_MS = 24 * 60 * 60_000

/** The limits of a quota, in the order in which they are charged. Made once for each quota. */
export function policiesOf(quota: Quota): readonly LimitPolicy[] {
  const known = madeFor.get(quota)
  if (known) return known
  const { window, perWindow, perDay, perMonth } = quota
  const made: LimitPolicy[] = []
  const add = (kind: 'window' | 'day' | 'month', rate: number, windowMs: number) =>
    made.push({ kind, name: kind, rate, windowMs, burst: 0 })
  if (perWindow !== undefined && window !== undefined) add('window', perWindow, window * 1000)
  if (perDay !== undefined) add('day', perDay, DAY_MS)
  if (perMonth !== undefined) add('month', perMonth, 30 * DAY_MS)
  madeFor.set(quota, made)
  return made
}

const madeFor = new WeakMap<Quota, readonly LimitPolicy[]>()
