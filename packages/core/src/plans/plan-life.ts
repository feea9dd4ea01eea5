import { problem, SignalboxError } from '../errors.ts'
import type { Plan } from './plan.ts'
import { planStatuses } from './plan.ts'

/** How far a plan has come. */
export type PlanStatus = (typeof planStatuses)[number]

/** What has plans: an API. */
export interface Planned {
  readonly id?: string
  readonly documentation?: { readonly plans?: readonly Plan[] }
}

/** What can be done with a plan, named after the status it leads to. */
export const planVerbs = { stage: 'staging', publish: 'published', deprecate: 'deprecated', close: 'closed' } as const
/** What can be done with a plan. */
export type PlanVerb = keyof typeof planVerbs

/**
 * What becomes of a plan with a status (first) when something is done with it (second); decisions 8.5. Doing again what
 * was done changes nothing; a plan that is closed stays closed.
 */
export const planMoves = {
  staging: { stage: 'staging', publish: 'published', deprecate: 'refused', close: 'closed' },
  published: { stage: 'refused', publish: 'published', deprecate: 'deprecated', close: 'closed' },
  deprecated: { stage: 'refused', publish: 'published', deprecate: 'deprecated', close: 'closed' },
  closed: { stage: 'refused', publish: 'refused', deprecate: 'refused', close: 'closed' },
} as const satisfies Record<PlanStatus, Record<PlanVerb, PlanStatus | 'refused'>>

/** Which plans take new subscriptions. */
export const takesSubscriptions = (status: PlanStatus): boolean => status === 'published'

/** The status of a plan; one that says nothing is in staging. */
export const statusOf = ({ status = 'staging' }: Plan): PlanStatus => status

/** The plans of an API. */
export const plansOf = ({ documentation }: Planned): readonly Plan[] => documentation?.plans ?? []

/** A plan of an API; `undefined` when it has none of that id. */
export const findPlan = (api: Planned, id: string): Plan | undefined => plansOf(api).find((one) => one.id === id)

/** Whether a plan may go from one status to another. */
export const isPlanMove = (from: PlanStatus, to: PlanStatus): boolean =>
  Object.values(planMoves[from]).includes(to as never)

/** Refuses an API in which a plan goes where it may not (CONFLICT, with the members `plan`, `from` and `to`). */
export function checkPlanMoves(current: Planned, next: Planned): void {
  for (const plan of plansOf(next)) {
    const before = findPlan(current, plan.id)
    if (!before || isPlanMove(statusOf(before), statusOf(plan))) continue
    const [from, to] = [statusOf(before), statusOf(plan)]
    const ways = planStatuses.filter((status) => status !== from && isPlanMove(from, status))
    throw new SignalboxError(
      'CONFLICT',
      `Plan ${plan.id} of API ${next.id} cannot go from ${from} to ${to}; ${ways.length > 0 ? `from ${from} it goes to ${ways.join(' or ')}` : 'what is closed stays closed: make a new plan'}`,
      { errors: [problem('error.plan.transition', plan.id, from, to)], members: { plan: plan.id, from, to } },
    )
  }
}

/**
 * A definition of old with its plans as far as they have come since: going back to what was deployed once does not undo the life of a
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
