import { problem, SignalboxError } from '../machine/errors/errors.ts'
import { type Plan, planStatuses } from './plan.ts'

/** The status of a plan. */
export type PlanStatus = (typeof planStatuses)[number]

/** The part of an API that holds its plans. */
export interface Planned {
  readonly id?: string
  readonly documentation?: { readonly plans?: readonly Plan[] }
}

/** Actions on a plan, and the status that each leads to. */
export const planVerbs = { stage: 'staging', publish: 'published', deprecate: 'deprecated', close: 'closed' } as const
/** An action on a plan. */
export type PlanVerb = keyof typeof planVerbs

/**
 * The next status of a plan, by its status (first key) and the action (second key). Repeating an action changes
 * nothing; a closed plan stays closed.
 */
export const planMoves = {
  staging: { stage: 'staging', publish: 'published', deprecate: 'refused', close: 'closed' },
  published: { stage: 'refused', publish: 'published', deprecate: 'deprecated', close: 'closed' },
  deprecated: { stage: 'refused', publish: 'published', deprecate: 'deprecated', close: 'closed' },
  closed: { stage: 'refused', publish: 'refused', deprecate: 'refused', close: 'closed' },
} as const satisfies Record<PlanStatus, Record<PlanVerb, PlanStatus | 'refused'>>

/** Whether plans with this status take new subscriptions. */
export const takesSubscriptions = (status: PlanStatus): boolean => status === 'published'

/** The status of a plan; staging by default. */
export const statusOf = ({ status = 'staging' }: Plan): PlanStatus => status

/** The plans of an API. */
export const plansOf = ({ documentation }: Planned): readonly Plan[] => documentation?.plans ?? []

/** Finds a plan of an API by id. */
export const findPlan = (api: Planned, id: string): Plan | undefined => plansOf(api).find((one) => one.id === id)

/** Whether a plan may change from one status to another. */
export const isPlanMove = (from: PlanStatus, to: PlanStatus): boolean =>
  Object.values(planMoves[from]).includes(to as never)

/** Throws CONFLICT, with the members `plan`, `from` and `to`, if a plan changes to a status that is not allowed. */
export function checkPlanMoves(current: Planned, next: Planned): void {
  for (const plan of plansOf(next)) {
    const before = findPlan(current, plan.id)
    if (!before || isPlanMove(statusOf(before), statusOf(plan))) continue
    const [from, to] = [statusOf(before), statusOf(plan)]
    const ways = planStatuses.filter((status) => status !== from && isPlanMove(from, status))
    throw new SignalboxError(
      'CONFLICT',
      `Plan ${plan.id} of API ${next.id} cannot change from ${from} to ${to}; ${ways.length > 0 ? `from ${from} it can change to ${ways.join(' or ')}` : 'a closed plan stays closed: create a new plan'}`,
      { errors: [problem('error.plan.transition', plan.id, from, to)], members: { plan: plan.id, from, to } },
    )
  }
}

/**
 * Gives the plans of an earlier definition their current statuses: restoring a deployment does not reopen a closed
 * plan.
 */
export function withLivedPlans<A extends Planned>(definition: A, current: Planned): A {
  const { documentation } = definition
  if (!documentation?.plans) return definition
  const plans = documentation.plans.map((plan): Plan => {
    const now = findPlan(current, plan.id)
    return now ? { ...plan, status: statusOf(now) } : plan
  })
  return { ...definition, documentation: { ...documentation, plans } }
}
