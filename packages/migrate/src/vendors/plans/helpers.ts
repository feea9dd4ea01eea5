import type { Condition, Feature } from '@signalbox/core'
import type { FeatureCondition } from '@signalbox/core/evaluate'
import type { FittedKeys } from '../fit-key.ts'
import { allOf, always, featureIs, never } from './logic.ts'
import { headOf, isBoolean, type Plan, type PlanRule, type Split } from './plan.ts'

/** Features that conditions need, because conditions have no shares and cannot ask for the value of a config. */
export interface Helpers {
  /** The client is in a share: its bucket is between two percentages. */
  inShare(owner: string, share: Share): Condition
  /** The flag of a plan, which may be made later, has one of these outcomes. */
  hasOutcome(plan: PlanHead, accepted: ReadonlySet<number>): Condition
  /** All features, once all plans are made. */
  features(planOf: (id: string) => Plan | undefined): readonly Feature[]
}

/** A part of all buckets, in percent. */
export interface Share extends Pick<Split, 'by' | 'salt'> {
  /** @default 0 */
  readonly from?: number
  readonly to: number
}

/** What is known of a plan before its rules. */
export type PlanHead = Pick<Plan, 'id' | 'variations'>

/** Creates a collection of helper features. Equal ones are created once. */
export function createHelpers(keys: FittedKeys): Helpers {
  const ids = new Map<string, string>()
  const made: Feature[] = []
  /** The helpers whose rules are made last, because they repeat the rules of plans. */
  const waiting: { readonly id: string; readonly of: string; readonly accepted: ReadonlySet<number> }[] = []

  /** The id of a helper, and whether it is new. */
  function helper(owner: string, name: string, key: readonly unknown[]): { id: string; isNew: boolean } {
    const text = JSON.stringify(key)
    const known = ids.get(text)
    if (known !== undefined) return { id: known, isNew: false }
    const id = keys.below(owner, name, key)
    ids.set(text, id)
    return { id, isNew: true }
  }

  function add(id: string, owner: string, parameters: object): void {
    const description = `Used by conditions of other flags and segments, instead of a part of ${owner}`
    const common = { id, enabled: true, description, metadata: { helperOf: owner } }
    made.push({ ...common, activationStrategy: 'RULES', parameters } as Feature)
  }

  function below(owner: string, { by, salt, to }: Share): FeatureCondition {
    const { id, isNew } = helper(owner, `share-${to}`, ['share', by, salt, to])
    if (isNew) add(id, owner, { rules: [{ percentage: to, ...(by !== 'id' && { by }), salt }] })
    return { feature: id }
  }

  function inShare(owner: string, { from = 0, ...share }: Share): Condition {
    if (share.to <= from) return never
    const upper = share.to < 100 ? [below(owner, share)] : []
    const lower = from > 0 ? [{ ...below(owner, { ...share, to: from }), active: false }] : []
    return allOf([...upper, ...lower])
  }

  function hasOutcome({ id: of, variations }: PlanHead, accepted: ReadonlySet<number>): Condition {
    const isAccepted = variations.map((_, outcome) => accepted.has(outcome))
    if (!isAccepted.includes(true)) return never
    if (!isAccepted.includes(false)) return always
    const whenActive = isAccepted.filter((_, outcome) => variations[outcome]?.value === true)
    const otherwise = isAccepted.filter((_, outcome) => variations[outcome]?.value !== true)
    if (isBoolean({ variations }) && new Set(otherwise).size === 1) return featureIs(of, whenActive.includes(true))
    const name = `is-${[...accepted].map((outcome) => variations[outcome]?.name ?? '').join('-or-')}`.slice(0, 80)
    const { id, isNew } = helper(of, name, ['outcome', of, ...accepted])
    if (isNew) waiting.push({ id, of, accepted })
    return { feature: id }
  }

  function rulesFor(plan: Plan, rule: PlanRule, accepted: ReadonlySet<number>): readonly object[] {
    const head = headOf(rule)
    if ('outcome' in rule) return [{ ...head, active: accepted.has(rule.outcome) }]
    const inside = sharesOf(rule.split, accepted).map((share) =>
      headOf({ ...rule, when: allOf([rule.when, inShare(plan.id, share)]) }),
    )
    return [...inside, { ...head, active: false }]
  }

  function features(planOf: (id: string) => Plan | undefined): readonly Feature[] {
    for (const { id, of, accepted } of waiting.splice(0)) {
      const plan = planOf(of)
      if (!plan) continue
      const rules = plan.rules.flatMap((rule) => rulesFor(plan, rule, accepted))
      add(id, of, { rules, ...(accepted.has(plan.otherwise) && { otherwise: true }) })
    }
    return made
  }

  return { inShare, hasOutcome, features }
}

/** The shares of the accepted outcomes, those beside each other together. */
export function sharesOf({ arms, by, salt }: Split, accepted: ReadonlySet<number>): readonly Required<Share>[] {
  const sum = arms.reduce((total, { weight }) => total + weight, 0)
  const shares: { from: number; to: number }[] = []
  let end = 0
  for (const { outcome, weight } of arms) {
    const from = (end / sum) * 100
    end += weight
    if (!accepted.has(outcome) || weight === 0) continue
    const to = (end / sum) * 100
    const last = shares.at(-1)
    if (last && last.to === from) last.to = to
    else shares.push({ from, to })
  }
  return shares.map((share) => ({ by, salt, from: rounded(share.from), to: rounded(share.to) }))
}

/** Buckets are thousandths of a percent. */
const rounded = (percentage: number): number => Math.round(percentage * 1000) / 1000
