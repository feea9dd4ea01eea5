import { failure, problem } from '../errors.ts'
import type { ApiDefinition } from '../gateway/apis/api.ts'
import type { PlanChanges } from '../gateway/apis/subscribers.ts'
import type { CallContext } from '../operation.ts'
import { checkPlanMoves, findPlan, plansOf, statusOf } from '../plans/plan-life.ts'
import type { Change } from '../ports.ts'
import type { Along, Instance } from '../records/hooks.ts'
import { apiPlansChanges, dropApiPlans, PLAN_CLOSED } from './api-plans.ts'
import type { CredentialChanges, Loaded } from './credential-changes.ts'
import { findSubscription } from './credential-changes.ts'
import type { Which } from './plan-index.ts'
import { countIndexed, dropGate, gateOf, indexedSubscriptions } from './plan-index.ts'
import type { StoredSubscription } from './subscription.ts'

/** How many subscriptions one commit closes or deletes. */
const AT_ONCE = 100

/** Creates the hooks that update subscriptions when their API is written or deleted. */
export function createPlanChanges({ store, clock, applied }: Instance, bound: CredentialChanges) {
  async function some(which: Which): Promise<Loaded<StoredSubscription>[]> {
    const found: Loaded<StoredSubscription>[] = []
    for await (const { id } of indexedSubscriptions(store, which, AT_ONCE)) {
      const loaded = await findSubscription(store, id)
      if (loaded) found.push(loaded)
    }
    return found
  }

  /** Closes the next batch of subscriptions whose plan is closed. */
  async function closing(api: ApiDefinition, call: CallContext): Promise<PlanChanges> {
    const found: Loaded<StoredSubscription>[] = []
    for (const plan of plansOf(api))
      if (statusOf(plan) === 'closed' && found.length < AT_ONCE)
        found.push(...(await some({ api: api.id as string, plan: plan.id, isOpen: true })))
    const along = await Promise.all(found.map((one) => bound.closed(one, PLAN_CLOSED, call)))
    return { ...merged(along), isUnfinished: found.length >= AT_ONCE }
  }

  /**
   * The changes that go with a write of an API: the statuses of its plans, and the end of subscriptions to closed
   * plans. Throws CONFLICT if a plan may not change to its new status, or is removed while it has subscriptions.
   */
  async function written(
    next: ApiDefinition,
    current: ApiDefinition | undefined,
    call: CallContext,
  ): Promise<PlanChanges> {
    if (current) checkPlanMoves(current, next)
    const gate = await gateOf(store, next.id as string)
    await checkRemoved(next, current)
    const ended = current ? await closing(next, call) : { changes: [], events: [], isUnfinished: false }
    const isTied = ended.changes.length > 0 || isNarrower(next, current)
    return {
      changes: [...(await apiPlansChanges(store, next, clock())), ...(isTied ? [gate] : []), ...ended.changes],
      events: ended.events,
      isUnfinished: ended.isUnfinished,
    }
  }

  async function checkRemoved(next: ApiDefinition, current: ApiDefinition | undefined): Promise<void> {
    for (const { id: plan } of current ? plansOf(current) : []) {
      if (findPlan(next, plan)) continue
      const count = await countIndexed(store, { api: next.id as string, plan })
      if (count > 0)
        throw failure(
          'CONFLICT',
          `Plan ${plan} of API ${next.id} cannot be removed while it has ${count} subscription${count === 1 ? '' : 's'}: close the plan instead, or delete its subscriptions first`,
          problem('error.plan.subscribed', plan, count),
        )
    }
  }

  /**
   * Closes the remaining subscriptions in batches. They are already refused, because their plan is closed. If this is
   * interrupted, the next write of the API resumes it.
   */
  async function finish(api: ApiDefinition, call: CallContext): Promise<void> {
    for (;;) {
      const { changes, events } = await closing(api, call)
      if (changes.length === 0) return
      const committed = await store.commit(changes, events)
      if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    }
  }

  /**
   * The changes that go with a deleted API. Throws CONFLICT if it has subscriptions, unless `isForced`: then they and
   * their credentials are deleted too.
   */
  async function deleted(api: string, isForced: boolean, call: CallContext): Promise<Required<Along>> {
    for (;;) {
      const gate = await dropGate(store, api)
      const count = await countIndexed(store, { api })
      if (count > 0 && !isForced)
        throw failure(
          'CONFLICT',
          `API ${api} has ${count} subscription${count === 1 ? '' : 's'}: delete them first, or pass force=true to delete them too`,
          problem('error.api.subscribed', count),
        )
      const along = await Promise.all((await some({ api })).map((one) => bound.deleted(one, call)))
      const { changes, events } = merged(along)
      if (count <= AT_ONCE) return { changes: [gate, dropApiPlans(api), ...changes], events }
      const committed = await store.commit(changes, events)
      if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    }
  }

  return { written, finish, deleted }
}

/** Whether a plan was closed or removed. Then the commit must fail if someone subscribes concurrently. */
const isNarrower = (next: ApiDefinition, current: ApiDefinition | undefined): boolean =>
  current !== undefined &&
  plansOf(current).some((plan) => {
    const after = findPlan(next, plan.id)
    return !after || (statusOf(after) === 'closed' && statusOf(plan) !== 'closed')
  })

const merged = (along: readonly Required<Along>[]) => ({
  changes: along.flatMap(({ changes }): readonly Change[] => changes),
  events: along.flatMap(({ events }) => events),
})
