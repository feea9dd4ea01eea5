import type { Condition } from '@signalbox/core'
import { isJson, type Json, listOf, textsOf } from '../../otoroshi/findings.ts'
import { closeLost } from '../plans/close-lost.ts'
import type { Helpers } from '../plans/helpers.ts'
import { itemsOf } from '../plans/items.ts'
import { allOf, always, anyOf, exists, isLost, isNever, lost, not } from '../plans/logic.ts'
import { isBoolean, joinArms, type Plan, type PlanRule, type Split } from '../plans/plan.ts'
import type { Severity } from '../vendor.ts'
import { toCondition } from './condition.ts'
import { isRange, sharesOf } from './ranges.ts'
import type { SourceFeature } from './read.ts'
import type { ConditionScope } from './scope.ts'
import { armValues, type Values } from './variations.ts'

/** What converting a feature needs. */
export interface FeatureScope extends ConditionScope {
  readonly id: string
  readonly values: Values
  readonly helpers: Helpers
  readonly metadata: Readonly<Record<string, unknown>>
  /** The condition that the value of another feature passes a condition; `undefined` if it refers to itself. */
  parent(key: string, condition: Json): Condition | undefined
  report(severity: Severity, what: string, instead: string): void
}

/** Converts the rules of a feature. The first one that a client is part of decides. */
export function toPlan({ key, definition, isOn, about }: SourceFeature, scope: FeatureScope): Plan {
  const { id, values, report } = scope
  const otherwise = values.outcomeOf(definition.defaultValue)
  const sources = itemsOf(definition.rules)
  const rules = sources
    .flatMap((rule, i) => rulesFrom(rule, { ...scope, key, otherwise, isLast: i === sources.length - 1 }))
    .filter(({ when }) => isLost(when) || !isNever(when))
  const isFeature = isBoolean(values)
  if (!isOn && !isFeature)
    report('info', 'The feature is off', 'Its first rule is for everybody; delete this rule to turn the feature on')
  return closeLost({
    off: otherwise,
    id,
    description: typeof about.description === 'string' ? about.description : undefined,
    tags: textsOf(about.tags),
    metadata: scope.metadata,
    variations: values.variations,
    rules: [...(isOn || isFeature ? [] : [{ name: 'off', when: always, outcome: Math.max(0, values.none) }]), ...rules],
    otherwise,
    isEnabled: isOn || !isFeature,
  })
}

interface RuleScope extends FeatureScope {
  readonly key: string
  readonly otherwise: number
  readonly isLast: boolean
}

function rulesFrom(rule: Json | undefined, scope: RuleScope): readonly PlanRule[] {
  if (rule) return toRules(rule, scope)
  scope.onLost('A rule is malformed')
  return [{ when: lost, outcome: scope.otherwise }]
}

function toRules(rule: Json, scope: RuleScope): readonly PlanRule[] {
  const gates: PlanRule[] = []
  let parents: Condition = always
  for (const one of itemsOf(rule.parentConditions)) {
    const { id, condition = {}, gate } = one ?? {}
    if (typeof id !== 'string' || !isJson(condition)) {
      scope.onLost('A prerequisite is malformed')
      return [...gates, { name: nameOf(rule), when: lost, outcome: scope.otherwise }]
    }
    const passes = scope.parent(id, condition)
    const none = { name: `prerequisite ${String(id)}`, outcome: Math.max(0, scope.values.none) }
    if (!passes) return [...gates, { ...none, when: parents }]
    if (gate === true) gates.push({ ...none, when: allOf([parents, not(passes)]) })
    parents = allOf([parents, passes])
  }
  if (isMalformed(rule)) {
    scope.onLost('A rule is malformed')
    return [...gates, { name: nameOf(rule), when: lost, outcome: scope.otherwise }]
  }
  const filters = listOf(rule.filters).map((filter) => filtered(filter, scope))
  const condition = isJson(rule.condition) ? toCondition(rule.condition, scope) : always
  const when = allOf([parents, ...filters, condition])
  if ('force' in rule) return [...gates, ...forced(rule, when, scope)]
  return [...gates, ...experiment(rule, when, scope)]
}

/** Whether a member that says whom a rule is for has another shape. */
const isMalformed = ({ condition, filters, coverage, range, namespace }: Json): boolean =>
  (isGiven(condition) && !isJson(condition)) ||
  itemsOf(filters).some((filter) => !filter || !Array.isArray(filter.ranges) || !filter.ranges.every(isRange)) ||
  (isGiven(coverage) && typeof coverage !== 'number') ||
  (isGiven(range) && !isRange(range)) ||
  (isGiven(namespace) && !(Array.isArray(namespace) && isRange(namespace.slice(1))))

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const nameOf = ({ name, description, id, key }: Json): string | undefined =>
  [name, description, key, id].find((one) => typeof one === 'string' && one !== '') as string | undefined

const byOf = (attribute: unknown): string => (typeof attribute === 'string' && attribute !== '' ? attribute : 'id')
const saltOf = (...seeds: unknown[]): string => seeds.find((seed) => typeof seed === 'string' && seed !== '') as string
const percent = (share: number): number => Math.round(share * 100_000) / 1000

/** A value for all clients of a rule, or for a share of them. The others go on to the next rule. */
function forced(rule: Json, when: Condition, scope: RuleScope): readonly PlanRule[] {
  const outcome = scope.values.outcomeOf(rule.force)
  const range = isRange(rule.range) ? rule.range : typeof rule.coverage === 'number' ? [0, rule.coverage] : undefined
  if (!range) return [{ name: nameOf(rule), when, outcome }]
  const [from, to] = range.map((share) => percent(Math.min(1, Math.max(0, share)))) as [number, number]
  const by = byOf(rule.hashAttribute)
  const hashed = allOf([when, exists(by)])
  if (to <= from) return []
  if (from === 0 && to === 100) return [{ name: nameOf(rule), when: hashed, outcome }]
  reportHash(scope)
  const salt = saltOf(rule.seed, scope.id)
  const { isLast, otherwise } = scope
  if (isLast && from === 0 && outcome !== otherwise) {
    const arms = [
      { outcome, weight: to },
      { outcome: otherwise, weight: percent(1 - to / 100) },
    ]
    return [{ name: nameOf(rule), when: hashed, split: { arms, by, salt } }]
  }
  return [{ name: nameOf(rule), when: allOf([when, scope.helpers.inShare(scope.id, { by, salt, from, to })]), outcome }]
}

/** Values for shares of the clients of a rule. Clients in no share go on to the next rule. */
function experiment(rule: Json, when: Condition, scope: RuleScope): readonly PlanRule[] {
  const { id, key, values, isLast, otherwise, helpers, report } = scope
  const name = nameOf(rule)
  const armList = armValues(rule)
  if (armList.length < 2) {
    report('info', 'A rule has neither a value nor two variations', 'It is left out, as in GrowthBook')
    return []
  }
  report(
    'lost',
    `The rule ${name ?? key} is an experiment`,
    'Its shares are imported; create an experiment to measure them',
  )
  if (rule.contextualBanditRef !== undefined)
    report('lost', 'The weights of a contextual bandit change with the context', 'The variations have fixed shares')
  reportHash(scope)
  const by = byOf(rule.hashAttribute)
  const salt = saltOf(rule.seed, rule.key === key ? undefined : rule.key, id)
  const included = allOf([when, exists(by), ...(rule.filters ? [] : namespaceOf(rule, by, scope))])
  const { shares, total } = sharesOf(rule)
  const arms = shares.flatMap((share, i): Split['arms'] =>
    share > 0 ? [{ outcome: values.outcomeOf(armList[i]), weight: percent(share) }] : [],
  )
  if (total === 0) return []
  if (total === 1) return [decision({ name, when: included }, { arms, by, salt })]
  if (isLast)
    return [
      decision(
        { name, when: included },
        { arms: [...arms, { outcome: otherwise, weight: percent(1 - total) }], by, salt },
      ),
    ]
  const inShare = helpers.inShare(id, { by, salt, to: percent(total) })
  return [decision({ name, when: allOf([included, inShare]) }, { arms, by, salt: `${salt}:variation` })]
}

/** A split between several values, or a rule for one. */
function decision(head: Pick<PlanRule, 'name' | 'when'>, split: Split): PlanRule {
  const arms = joinArms(split.arms)
  const [only] = arms
  return arms.length === 1 && only ? { ...head, outcome: only.outcome } : { ...head, split: { ...split, arms } }
}

function reportHash({ report }: FeatureScope): void {
  report(
    'info',
    'A rule with shares is skipped for clients whose hash attribute is 0 or an empty text',
    'These clients are in a share like others',
  )
  report(
    'changed',
    'A rule chooses a share of the clients by another hash',
    'The shares are the same; who is in which share differs, so some clients change sides once',
  )
}

/** Features with the same filter or namespace have the same buckets, so that shares without an overlap have no client in common. */
function filtered({ attribute, seed, ranges }: Json, scope: RuleScope): Condition {
  reportHash(scope)
  return inRanges(Array.isArray(ranges) ? ranges : [], { by: byOf(attribute), salt: String(seed) }, scope)
}

function namespaceOf({ namespace }: Json, by: string, scope: RuleScope): readonly Condition[] {
  if (!Array.isArray(namespace)) return []
  const [name, from, to] = namespace
  scope.report(
    'info',
    `The namespace ${String(name)} is a range of buckets`,
    'Features of it keep their ranges; experiments that exclude each other are a layer',
  )
  return [inRanges([[from, to]], { by, salt: `namespace:${String(name)}` }, scope)]
}

const inRanges = (
  ranges: readonly unknown[],
  hashed: Pick<Split, 'by' | 'salt'>,
  { id, helpers }: RuleScope,
): Condition => {
  const conditions = ranges.filter(isRange).map(([from, to]): Condition => {
    const share = { from: percent(Math.max(0, from)), to: percent(Math.min(1, to)) }
    return allOf([exists(hashed.by), helpers.inShare(id, { ...hashed, ...share })])
  })
  return anyOf(conditions)
}
