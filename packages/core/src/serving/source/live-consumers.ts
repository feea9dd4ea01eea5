import { type ApiPlans, apiPlansOf, isPlanClosed } from '../../subscriptions/api-plans.ts'
import type { StoredCredential } from '../../subscriptions/credential.ts'
import type { StoredSubscription } from '../../subscriptions/subscription.ts'
import { isInForce, stateOf } from '../../subscriptions/subscription-states.ts'
import type { ApiRefusal, Bound } from '../../subscriptions/verify.ts'
import type { GatewayUnit, SourcedApi } from './source.ts'

/**
 * A credential as a data plane judges it, from memory. Its members are always up to date. The object stays the same for as
 * long as the record of the credential does, so what is found out about a secret can be kept with it.
 */
export interface LiveCredential extends Bound {}

/** The consumers that a data plane knows, in memory. */
export interface LiveConsumers {
  /** Applies a unit about a credential, a subscription or an API; ignores all others. */
  apply(unit: GatewayUnit): void
  /** Finds a credential whose subscription exists and lists it. */
  findCredential(clientId: string): LiveCredential | undefined
  /** Finds a subscription by its id, in whatever state it is. */
  findSubscriptionById(id: string): StoredSubscription | undefined
  /** Finds the subscription of a subject to a plan; with several, one that admits the subject. */
  findSubscription(api: string, plan: string, subject: string): StoredSubscription | undefined
}

/** Creates the consumers of a data plane, without any. */
export function createLiveConsumers(): LiveConsumers {
  const credentials = new Map<string, LiveCredential>()
  const subscriptions = new Map<string, StoredSubscription>()
  const bySubject = new Map<string, Map<string, StoredSubscription>>()
  const apis = new Map<string, ApiPlans>()

  /** A credential that looks up what it depends on, so that nothing has to be updated when that changes. */
  const bind = (credential: StoredCredential): LiveCredential => ({
    credential,
    get subscription() {
      return subscriptions.get(credential.subscription_ref) as StoredSubscription
    },
    get isPlanClosed() {
      return isPlanClosed(apis.get(credential.api_ref), credential.plan_ref)
    },
    get apiRefusal(): ApiRefusal | undefined {
      return apis.get(credential.api_ref)?.refusal
    },
  })

  function setSubscription(key: string, next: StoredSubscription | undefined): void {
    const before = subscriptions.get(key)
    const place = before && subjectPlace(before)
    if (place !== undefined) {
      bySubject.get(place)?.delete(key)
      if (bySubject.get(place)?.size === 0) bySubject.delete(place)
    }
    if (!next) return void subscriptions.delete(key)
    subscriptions.set(key, next)
    const to = subjectPlace(next)
    if (to === undefined) return
    const others = bySubject.get(to)
    if (others) others.set(key, next)
    else bySubject.set(to, new Map([[key, next]]))
  }

  return {
    apply({ kind, key, ...unit }) {
      const value = 'value' in unit ? unit.value : undefined
      if (kind === 'credential') {
        if (value) credentials.set(key, bind(value as StoredCredential))
        else credentials.delete(key)
      } else if (kind === 'subscription') setSubscription(key, value as StoredSubscription | undefined)
      else if (kind === 'api') {
        if (value)
          apis.set(
            key,
            apiPlansOf((value as SourcedApi).api, () => 0),
          )
        else apis.delete(key)
      }
    },
    findCredential(clientId) {
      const found = credentials.get(clientId)
      return found?.subscription?.token_refs.includes(clientId) ? found : undefined
    },
    findSubscriptionById: (id) => subscriptions.get(id),
    findSubscription(api, plan, subject) {
      let best: StoredSubscription | undefined
      for (const one of bySubject.get(placeOf(api, plan, subject))?.values() ?? [])
        if (!best || rank[stateOf(one)] > rank[stateOf(best)]) best = one
      return best
    },
  }
}

const rank = { closed: 0, waiting: 0, paused: 1, active: 2 } as const

const placeOf = (api: string, plan: string, subject: string): string => `${api}/${plan}/${subject}`

/** Where the subject of a subscription finds it; nowhere without a subject, and unless it is in force. */
function subjectPlace(subscription: StoredSubscription): string | undefined {
  const { api_ref, plan_ref, owner_ref, subject = owner_ref } = subscription
  return subject === undefined || !isInForce(subscription) ? undefined : placeOf(api_ref, plan_ref, subject)
}
