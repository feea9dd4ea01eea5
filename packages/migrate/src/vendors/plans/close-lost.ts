import { always, isLost } from './logic.ts'
import { isBoolean, type Plan, type PlanRule } from './plan.ts'

/** What findings say of a condition that is lost. */
export const CLOSED = 'Clients that reach its rule get false, or the off or default value'

/** A plan whose rules may be lost. */
export type OpenPlan = Omit<Plan, 'closed' | 'isNarrowed'> & {
  /** The outcome for clients for whom the flag is off, or for whom no rule decides. */
  readonly off: number
}

/** Gives all clients that reach a lost rule the closed outcome: `false`, or that of flags that are off. */
export function closeLost({ off, ...plan }: OpenPlan): Plan {
  const notTrue = isBoolean(plan) ? plan.variations.findIndex(({ value }) => value !== true) : -1
  const closed = notTrue < 0 ? off : notTrue
  const first = plan.rules.findIndex(({ when }) => isLost(when))
  const rules = plan.rules.flatMap((rule, i): PlanRule[] => {
    if (!isLost(rule.when)) return [rule]
    return i === first ? [{ name: rule.name, when: always, outcome: closed }] : []
  })
  return { ...plan, rules, closed, isNarrowed: first >= 0 }
}

/** A flag that asks for outcomes of another one. Both are ids. */
export interface Need {
  readonly from: string
  readonly to: string
  /** The outcomes that may give the flag more than its closed outcome. */
  readonly accepted: ReadonlySet<number>
}

/** Closes plans that ask for outcomes which others have only because a part of them is lost. Reports each. */
export function closeDependents(
  plans: readonly Plan[],
  needs: readonly Need[],
  onClosed: (need: Need) => void,
): Plan[] {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]))
  const byParent = Map.groupBy(needs, ({ to }) => to)
  const open = plans.filter(({ isNarrowed }) => isNarrowed).map(({ id }) => id)
  const seen = new Set(open)
  const closing = new Set<string>()
  for (let to = open.pop(); to !== undefined; to = open.pop())
    for (const need of byParent.get(to) ?? []) {
      const parent = planOf.get(to)
      if (parent && need.accepted.has(parent.closed ?? parent.otherwise) && !closing.has(need.from)) {
        closing.add(need.from)
        onClosed(need)
      }
      if (!seen.has(need.from)) open.push(need.from)
      seen.add(need.from)
    }
  return plans.map((plan) =>
    closing.has(plan.id)
      ? { ...plan, rules: [{ name: 'lost', when: always, outcome: plan.closed ?? plan.otherwise }, ...plan.rules] }
      : plan,
  )
}
