import type { CompiledRoute, LiveCredential } from '@signalbox/core/gateway'
import type { Consumer } from '../plugin-api/exchange.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import { identifyingPlugins } from './identifying-plugins.ts'
import { compileRestrictions, type Restrict } from './restrictions.ts'

/** What the record of a credential says about a slot, whatever the request. */
export interface KeyFacts {
  /** Whether the credential belongs to another plan of the API, which has a slot of its own. */
  readonly isOfOtherSlot: boolean
  /** Whether the credential admits to the route. */
  readonly isAuthorized: boolean
  readonly restrict: Restrict | undefined
  /** Who uses the credential. */
  readonly consumer: () => Consumer
}

/** Returns the function that finds the facts of credentials for a slot. They are found out once for each record. */
export function keyFacts({ slot, route }: Pick<SlotContext, 'slot' | 'route'>): (bound: LiveCredential) => KeyFacts {
  const known = new WeakMap<LiveCredential, KeyFacts>()
  const plan = slot.config.plan_ref
  const plans = new Set(route.plugins.filter(isKeySlot).map(({ config }) => config.plan_ref))
  const names = entitiesOf(route)

  function toFacts(bound: LiveCredential): KeyFacts {
    const { credential } = bound
    const { api_ref, plan_ref, authorizedEntities = [], constrainedServicesOnly = false } = credential
    const isOfPlan = plan === undefined || plan === plan_ref
    const isListed = authorizedEntities.some((name) => names.has(name))
    const isOfApi = api_ref === route.api_ref
    return {
      isOfOtherSlot: isOfApi && !isOfPlan && plans.has(plan_ref),
      isAuthorized: isOfApi ? isOfPlan && (!constrainedServicesOnly || isListed) : isListed,
      restrict: compileRestrictions(credential),
      consumer: consumerOf(bound),
    }
  }

  return (bound) => {
    let facts = known.get(bound)
    if (!facts) {
      facts = toFacts(bound)
      known.set(bound, facts)
    }
    return facts
  }
}

/** Whether a slot admits API keys. */
export const isKeySlot = ({ plugin, enabled }: CompiledRoute['plugins'][number]): boolean =>
  enabled && plugin === identifyingPlugins.apiKey

/** The names by which `authorizedEntities` can name a route. */
const entitiesOf = ({ api_ref, id, groups }: CompiledRoute): ReadonlySet<string> =>
  new Set([`api_${api_ref}`, `route_${id}`, ...(groups ?? []).map((group) => `group_${group}`)])

/** The same object until the subscription changes. */
function consumerOf(bound: LiveCredential): () => Consumer {
  const { credential } = bound
  const { owner_ref, plan_ref: plan, subscription_ref, clientId } = credential
  let of: LiveCredential['subscription'] | undefined
  let consumer: Consumer | undefined
  return () => {
    const { subscription } = bound
    if (consumer && of === subscription) return consumer
    of = subscription
    const id = subscription.owner_ref ?? owner_ref ?? subscription_ref
    consumer = { id, plan, subscription: subscription_ref, clientId, credential: bound }
    return consumer
  }
}
