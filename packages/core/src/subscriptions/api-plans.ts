import type { ApiDefinition } from '../gateway/apis/api.ts'
import { own } from '../machine/json/json.ts'
import { type PlanStatus, plansOf, statusOf } from '../plans/plan-life.ts'
import type { Change, Reads } from '../ports.ts'
import type { StoredSubscription } from './subscription.ts'
import { moved, stateOf } from './subscription-states.ts'
import type { ApiRefusal } from './verify.ts'

/**
 * Collection of plan statuses: one small record for each API, written in one commit with it. Verifying a credential
 * reads only this record instead of the API.
 */
const API_PLANS = 'api-plans'

/** The state of an API and the statuses of its plans. */
export interface ApiPlans {
  /** Whether the API is in staging. */
  readonly isDraft: boolean
  /** Why the API admits nobody; absent if it admits consumers. */
  readonly refusal?: ApiRefusal
  /** The status by plan id; `closedAt` is when a closed plan was closed, in epoch milliseconds. */
  readonly plans: Readonly<Record<string, { readonly status: PlanStatus; readonly closedAt?: number }>>
}

/** Finds the plan statuses of an API; `undefined` if the API does not exist. */
export async function findApiPlans(store: Reads, api: string): Promise<ApiPlans | undefined> {
  return (await store.get(API_PLANS, api))?.value as ApiPlans | undefined
}

/** The plan statuses of an API that is written, and the changes for the same commit: none if they stay. */
export async function nextApiPlans(
  store: Reads,
  api: ApiDefinition,
  now: number,
): Promise<{ readonly plans: ApiPlans; readonly changes: readonly Change[] }> {
  const found = await store.get(API_PLANS, api.id as string)
  const before = found?.value as ApiPlans | undefined
  const plans = apiPlansOf(api, (plan) => closedAt(before, plan) ?? now)
  if (JSON.stringify(plans) === JSON.stringify(before)) return { plans, changes: [] }
  const expected = found?.version ?? null
  return { plans, changes: [{ op: 'put', collection: API_PLANS, key: api.id as string, value: plans, expected }] }
}

/** The state of an API and the statuses of its plans. `closedAt` says when a closed plan was closed. */
export function apiPlansOf(api: ApiDefinition, closedAt: (plan: string) => number): ApiPlans {
  const refusal = refusalOf(api)
  return {
    isDraft: api.state === 'staging',
    ...(refusal && { refusal }),
    plans: Object.fromEntries(
      plansOf(api).map((plan) => {
        const status = statusOf(plan)
        return [plan.id, status === 'closed' ? { status, closedAt: closedAt(plan.id) } : { status }]
      }),
    ),
  }
}

/** Why an API admits nobody; `undefined` if it admits consumers. In staging it does while testing is on. */
function refusalOf({ state, enabled = true, testing }: ApiDefinition): ApiRefusal | undefined {
  if (state === 'removed') return 'api-removed'
  if (!enabled) return 'api-disabled'
  return state === 'staging' && !testing?.enabled ? 'api-staging' : undefined
}

/** The change that removes the plan statuses of a deleted API. */
export const dropApiPlans = (api: string): Change => ({ op: 'delete', collection: API_PLANS, key: api })

/** Whether a plan is closed or no longer exists. */
export function isPlanClosed(known: ApiPlans | undefined, plan: string): boolean {
  const found = planOf(known, plan)
  return !found || found.status === 'closed'
}

/**
 * Applies the current status of the plan to a stored subscription. It is correct even while the subscriptions of a
 * closed plan are still being closed in batches.
 */
export function withPlan(subscription: StoredSubscription, known: ApiPlans | undefined): StoredSubscription {
  const now = closedAt(known, subscription.plan_ref) ?? 0
  const standing = (
    isPlanClosed(known, subscription.plan_ref)
      ? moved(subscription, 'close', { now, reason: PLAN_CLOSED })
      : subscription
  ) as StoredSubscription
  return { ...standing, status: statusWith(standing, known) }
}

/** The reason on subscriptions that were closed with their plan. */
export const PLAN_CLOSED = 'its plan was closed'

function statusWith(subscription: StoredSubscription, known: ApiPlans | undefined): PlanStatus {
  const state = stateOf(subscription)
  if (state === 'closed') return 'closed'
  if (state === 'waiting' || known?.isDraft) return 'staging'
  return planOf(known, subscription.plan_ref)?.status === 'deprecated' ? 'deprecated' : 'published'
}

const planOf = (known: ApiPlans | undefined, plan: string) =>
  known && (own(known.plans, plan) as ApiPlans['plans'][string] | undefined)
const closedAt = (known: ApiPlans | undefined, plan: string): number | undefined => planOf(known, plan)?.closedAt
