import { type ApiDefinition, apis } from '../gateway/apis/api.ts'
import { loadDefinitions } from '../gateway/compile/references.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { Quota } from '../plans/access-modes.ts'
import { quotaKeyOf } from '../usage/quota-key.ts'
import { quotaStates } from '../usage/quota-state.ts'
import { addUsage, noUsage } from '../usage/usage-counts.ts'
import { dayOf, monthOf } from '../usage/usage-hours.ts'
import { usageRows } from '../usage/usage-rows.ts'
import type { SubscriptionUsage } from '../usage/usage-schema.ts'
import { credentialsOf } from './credential-changes.ts'
import type { StoredSubscription } from './subscription.ts'

/** Which usage of a subscription to read. */
interface Range {
  readonly from?: string
  readonly to?: string
  readonly by?: 'hour' | 'day'
}

type UsageInstance = Pick<Instance, 'store' | 'clock' | 'zone'>

/**
 * Reads what a subscription has used of all APIs, by default by day since the first of the month, and its quotas. Its keys
 * may admit to other APIs than its own.
 */
export async function usageOfSubscription(
  instance: UsageInstance,
  subscription: StoredSubscription,
  { from = `${monthOf(dayOf(instance.clock(), instance.zone))}-01`, to, by = 'day' }: Range,
): Promise<SubscriptionUsage> {
  const { id } = subscription
  const periods = new Map<string, SubscriptionUsage['results'][number]>()
  let totals = noUsage
  for await (const row of usageRows({ subscription: id, from, to, by }, { ...instance, sees: () => true })) {
    periods.set(row.time, { time: row.time, ...addUsage(periods.get(row.time) ?? noUsage, row) })
    totals = addUsage(totals, row)
  }
  const results = [...periods.values()].sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
  return { results, totals, quotas: await quotasOf(instance, subscription) }
}

/** The quotas of its credentials; without any, that of its plan. */
async function quotasOf(
  instance: UsageInstance,
  subscription: StoredSubscription,
): Promise<SubscriptionUsage['quotas']> {
  const { api_ref: api, plan_ref: plan, id } = subscription
  const credentials = await credentialsOf(instance.store, subscription)
  if (credentials.length === 0)
    return quotaStates(
      instance,
      quotaKeyOf({ api, plan }, { subscription: id }),
      await quotaOfPlan(instance, subscription),
    )
  const states = await Promise.all(
    credentials.map(async ({ record: { clientId, quota = {} } }) =>
      (await quotaStates(instance, clientId, quota)).map((state) => ({ clientId, ...state })),
    ),
  )
  return states.flat()
}

async function quotaOfPlan({ store }: UsageInstance, { api_ref, plan_ref }: StoredSubscription): Promise<Quota> {
  const { live = (await store.get(apis.plural, api_ref))?.value as ApiDefinition | undefined } = await loadDefinitions(
    store,
    api_ref,
  )
  const plan = live?.documentation?.plans?.find(({ id }) => id === plan_ref)
  return (plan?.access_mode_configuration as { quota?: Quota } | undefined)?.quota ?? {}
}
