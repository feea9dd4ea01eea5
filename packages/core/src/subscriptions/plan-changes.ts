import type { ApiDefinition } from '../gateway/apis/api.ts'
import type { PlanChanges } from '../gateway/apis/subscribers.ts'
import { originOf } from '../machine/callers/origin.ts'
import { failure, problem } from '../machine/errors/errors.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { CallContext } from '../operation.ts'
import { checkPlanMoves, findPlan, plansOf, statusOf } from '../plans/plan-life.ts'
import { type ApiPlans, dropApiPlans, nextApiPlans } from './api-plans.ts'
import type { CredentialChanges } from './credential-changes.ts'
import { createBatches, firstSubscriptions, together } from './end-in-batches.ts'
import { beginEnding, checkNoEnding, dropPlanEndings, findEnding } from './endings.ts'
import { countIndexed, dropGate, gateOf } from './plan-index.ts'

/** Fewer subscriptions than this are closed or deleted in one commit with their API, more of them in the background. */
const MOST_ALONG = 100

const nothing: PlanChanges = { changes: [], events: [], isBegun: false }

/** Creates the hooks that update subscriptions when their API is written or deleted. */
export function createPlanChanges(instance: Instance, bound: CredentialChanges) {
  const { store, clock } = instance
  const { endAll, finishDeletion } = createBatches(instance, bound)

  /** Closes the subscriptions of a closed plan that are still open: in the background if there are `room` or more. */
  async function closing(
    place: { readonly api: string; readonly plan: string },
    { known, room, call }: { readonly known: ApiPlans; readonly room: number; readonly call: CallContext },
  ): Promise<PlanChanges & { readonly count: number }> {
    if (await findEnding(store, place)) return { ...nothing, count: 0 }
    const found = await firstSubscriptions(store, { ...place, isOpen: true }, room)
    return found.length < room
      ? {
          ...together(await Promise.all(found.map((one) => bound.closed(one, known, call)))),
          isBegun: false,
          count: found.length,
        }
      : {
          changes: [beginEnding(place, { what: 'close', origin: originOf(call) })],
          events: [],
          isBegun: true,
          count: 0,
        }
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
    const api = next.id as string
    if (current) checkPlanMoves(current, next)
    else await finishDeletion(api)
    const gate = await gateOf(store, api)
    await checkRemoved(next, current)
    const { plans, changes } = await nextApiPlans(store, next, clock())
    if (!current) return { ...nothing, changes: [checkNoEnding(api), ...changes] }
    const ended: PlanChanges[] = []
    let room = MOST_ALONG
    for (const plan of plansOf(next)) {
      if (statusOf(plan) !== 'closed') continue
      const one = await closing({ api, plan: plan.id }, { known: plans, room, call })
      ended.push(one)
      room = Math.max(1, room - one.count)
    }
    const all = together(ended)
    const isTied = all.changes.length > 0 || isNarrower(next, current)
    return {
      changes: [...changes, ...(isTied ? [gate] : []), ...all.changes],
      events: all.events,
      isBegun: ended.some(({ isBegun }) => isBegun),
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
   * The changes that go with a deleted API. Throws CONFLICT if it has subscriptions, unless `isForced`: then they and
   * their credentials are deleted too, many of them in the background.
   */
  async function deleted(api: string, isForced: boolean, call: CallContext): Promise<PlanChanges> {
    const gate = await dropGate(store, api)
    const count = isForced ? 0 : await countIndexed(store, { api })
    if (count > 0)
      throw failure(
        'CONFLICT',
        `API ${api} has ${count} subscription${count === 1 ? '' : 's'}: delete them first, or pass force=true to delete them too`,
        problem('error.api.subscribed', count),
      )
    const found = isForced ? await firstSubscriptions(store, { api }, MOST_ALONG) : []
    const isBegun = found.length >= MOST_ALONG
    const along = isBegun ? nothing : together(await Promise.all(found.map((one) => bound.deleted(one, call))))
    const begun = isBegun ? [beginEnding({ api }, { what: 'delete', origin: originOf(call) })] : []
    return {
      changes: [gate, dropApiPlans(api), dropPlanEndings(api), ...begun, ...along.changes],
      events: along.events,
      isBegun,
    }
  }

  return { written, deleted, endAll }
}

/** Whether a plan was closed or removed. Then the commit must fail if someone subscribes concurrently. */
const isNarrower = (next: ApiDefinition, current: ApiDefinition | undefined): boolean =>
  current !== undefined &&
  plansOf(current).some((plan) => {
    const after = findPlan(next, plan.id)
    return !after || (statusOf(after) === 'closed' && statusOf(plan) !== 'closed')
  })
