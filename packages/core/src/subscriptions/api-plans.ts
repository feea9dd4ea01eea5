import type { ApiDefinition } from '../gateway/api.ts'
import { own } from '../json.ts'
import type { PlanStatus } from '../plans/plan-life.ts'
import { plansOf, statusOf } from '../plans/plan-life.ts'
import type { Change, Store } from '../ports.ts'
import { moved, stateOf } from './life.ts'
import type { StoredSubscription } from './subscription.ts'
import type { ApiRefusal } from './verify.ts'

/** How far the plans of an API have come: one small record an API, in one commit with it, so that judging a credential needs no more. */
const API_PLANS = 'api-plans'

/** How far an API and its plans have come. */
export interface ApiPlans {
  /** Whether the API is in staging. */
  readonly isDraft: boolean
  /** Why the API admits nobody. */
  readonly refusal?: ApiRefusal
  /** By plan id; those that are closed with the time, in epoch milliseconds, since which they are. */
  readonly plans: Readonly<Record<string, { readonly status: PlanStatus; readonly closedAt?: number }>>
}

/** How far the plans of an API have come; `undefined` when it is not there. */
export async function findApiPlans(store: Store, api: string): Promise<ApiPlans | undefined> {
  return (await store.get(API_PLANS, api))?.value as ApiPlans | undefined
}

/** What writes how far the plans of an API have come, in one commit with it. */
export async function apiPlansChanges(store: Store, api: ApiDefinition, now: number): Promise<Change[]> {
  const found = await store.get(API_PLANS, api.id as string)
  const before = found?.value as ApiPlans | undefined
  const refusal = refusalOf(api)
  const value: ApiPlans = {
    isDraft: api.state === 'staging',
    ...(refusal && { refusal }),
    plans: Object.fromEntries(
      plansOf(api).map((plan) => {
        const status = statusOf(plan)
        return [plan.id, status === 'closed' ? { status, closedAt: closedAt(before, plan.id) ?? now } : { status }]
      }),
    ),
  }
  if (JSON.stringify(value) === JSON.stringify(before)) return []
  const expected = found?.version ?? null
  return [{ op: 'put', collection: API_PLANS, key: api.id as string, value, expected }]
}

/** Why an API admits nobody; drafts that are tested have consumers, too. */
function refusalOf({ state, enabled = true, testing }: ApiDefinition): ApiRefusal | undefined {
  if (state === 'removed') return 'api-removed'
  if (!enabled) return 'api-disabled'
  return state === 'staging' && !testing?.enabled ? 'api-staging' : undefined
}

/** What forgets the plans of an API that is deleted. */
export const dropApiPlans = (api: string): Change => ({ op: 'delete', collection: API_PLANS, key: api })

/** Whether a plan is closed, or gone with its API. */
export function isPlanClosed(known: ApiPlans | undefined, plan: string): boolean {
  const found = planOf(known, plan)
  return !found || found.status === 'closed'
}

/** A subscription as it stands with its plan: that is the truth also while many subscriptions of a closed plan are still being closed. */
export function withPlan(subscription: StoredSubscription, known: ApiPlans | undefined): StoredSubscription {
  const now = closedAt(known, subscription.plan_ref) ?? 0
  const standing = (
    isPlanClosed(known, subscription.plan_ref)
      ? moved(subscription, 'close', { now, reason: PLAN_CLOSED })
      : subscription
  ) as StoredSubscription
  return { ...standing, status: statusWith(standing, known) }
}

/** Why a subscription is closed whose plan is. */
export const PLAN_CLOSED = 'its plan was closed'

function statusWith(subscription: StoredSubscription, known: ApiPlans | undefined): PlanStatus {
  if (stateOf(subscription) === 'closed') return 'closed'
  if (known?.isDraft) return 'staging'
  return planOf(known, subscription.plan_ref)?.status === 'deprecated' ? 'deprecated' : 'published'
}

const planOf = (known: ApiPlans | undefined, plan: string) =>
  known && (own(known.plans, plan) as ApiPlans['plans'][string] | undefined)
const closedAt = (known: ApiPlans | undefined, plan: string): number | undefined => planOf(known, plan)?.closedAt
