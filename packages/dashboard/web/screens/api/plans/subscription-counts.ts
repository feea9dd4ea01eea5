import { api } from '../../../calls/api.ts'
import { may } from '../../../calls/session.ts'
import { record } from '../../../records/records.ts'
import { inLots } from '../../listing/bulk/in-lots.ts'
import { asking } from '../served/asking.ts'
import { plansOf } from './plan-list.ts'

/** An API may have hundreds of plans. */
const AT_ONCE = 4

/** How many subscriptions each saved plan of an API has, closed ones included. */
const counts = asking<ReadonlyMap<string, number>>({
  async ask(id) {
    const saved = record('apis', id).peek()
    const plans = saved.state === 'ready' ? plansOf(saved.value) : []
    const found = new Map<string, number>()
    const { failed } = await inLots(plans, AT_ONCE, async (plan) => {
      const filter = { api_ref: id, plan_ref: plan.id }
      const { metadata } = await api.subscriptions.list({ filter, pageSize: 1 })
      found.set(plan.id, metadata.count)
    })
    if (failed[0]) throw failed[0].error
    return found
  },
  hears: ({ domain, key, payload }, id) =>
    domain === 'Subscription'
      ? (payload as { api_ref?: unknown } | null)?.api_ref === id
      : domain === 'Api' && key === id,
})

/** The same, for those who may read subscriptions of the API; `undefined` for others and while it is read. */
export function subscriptionCounts(id: string): ReadonlyMap<string, number> | undefined {
  if (!may('R', 'Subscription', id)) return undefined
  const saved = record('apis', id).value
  const asked = saved.state === 'ready' ? counts(id).value : undefined
  return asked?.state === 'ready' ? asked.value : undefined
}
