import type { ApiDefinition } from '../gateway/apis/api.ts'
import type { Impact } from '../gateway/apis/subscribers.ts'
import { type Caller, may } from '../machine/callers/caller.ts'
import type { Plan } from '../plans/plan.ts'
import { isPlanMove, type PlanStatus, statusOf } from '../plans/plan-life.ts'
import type { Reads } from '../ports.ts'
import { credentialsOf, findSubscription } from './credential-changes.ts'
import { indexedSubscriptions } from './plan-index.ts'
import { stateOf } from './subscription-states.ts'

/** Maximum number of subscriptions and of credentials listed; all are counted. */
const MOST_NAMED = 100

/**
 * Returns what giving a plan this status would stop. Closing a plan stops its subscriptions that are not closed and
 * their enabled credentials; other statuses stop nothing. Subscriptions are listed only to callers who may read them,
 * credentials only to admins; all are counted.
 */
export async function impactOf(
  store: Reads,
  { api, plan, to }: { api: ApiDefinition; plan: Plan; to: PlanStatus },
  caller: Caller,
): Promise<Impact> {
  const id = api.id as string
  const from = statusOf(plan)
  const stopped: Impact = {
    from,
    to,
    isAllowed: isPlanMove(from, to),
    subscriptions: { count: 0, results: [] },
    credentials: { count: 0, results: [] },
  }
  if (to !== 'closed' || from === 'closed') return stopped
  for await (const place of indexedSubscriptions(store, { api: id, plan: plan.id, isOpen: true })) {
    const found = await findSubscription(store, place.id)
    if (!found || stateOf(found.record) === 'closed') continue
    const { name, owner_ref } = found.record
    const { subscriptions, credentials } = stopped
    subscriptions.count++
    if (subscriptions.results.length < MOST_NAMED && may(caller, 'R', 'Subscription', id))
      subscriptions.results.push({
        id: place.id,
        ...(name !== undefined && { name }),
        ...(owner_ref !== undefined && { owner_ref }),
      })
    for (const { record } of await credentialsOf(store, found.record)) {
      if (record.enabled === false) continue
      credentials.count++
      if (credentials.results.length < MOST_NAMED && caller.isAdmin) credentials.results.push(record.clientId)
    }
  }
  return stopped
}
