import type { Condition } from '@signalbox/core'
import { isJson, type Json, listOf, textsOf } from '../../otoroshi/findings.ts'
import { CLOSED, closeLost } from '../plans/close-lost.ts'
import { isListOf, itemsOf } from '../plans/items.ts'
import { allOf, always, isAlways, lost } from '../plans/logic.ts'
import { type Decision, isBoolean, joinArms, type Plan, type PlanRule, type Variation } from '../plans/plan.ts'
import { equals } from '../plans/typed.ts'
import type { Severity } from '../vendor.ts'
import { keyOf, USER } from './attribute.ts'
import { allClauses, type ClauseScope } from './clause.ts'
import type { SourceFlag } from './read.ts'
import { armsOf, bucketBy, withoutKey } from './rollout.ts'

/** What converting a flag needs. */
export interface FlagScope extends ClauseScope {
  readonly id: string
  readonly variations: readonly Variation[]
  readonly metadata: Readonly<Record<string, unknown>>
  /** The condition that another flag has a variation. */
  prerequisite(key: string, variation: unknown): Condition
  report(severity: Severity, what: string, instead: string): void
}

/** Whether targeting is on. Archived flags are off. */
export const isOn = (flag: Json): boolean => flag.on === true && flag.archived !== true

/** Converts the targeting of a flag: prerequisites, targets, rules, and the variation for everybody else. */
export function toPlan(flag: SourceFlag, scope: FlagScope): Plan {
  const { id, variations } = scope
  const requires = allOf(
    itemsOf(flag.prerequisites).map((one) => {
      if (typeof one?.key === 'string') return scope.prerequisite(one.key, one.variation)
      scope.report('lost', 'A prerequisite is malformed', 'Everybody gets false, or the off value')
      return lost
    }),
  )
  const off = outcomeOf(flag.offVariation ?? undefined, scope, isOn(flag) && isAlways(requires) ? 'unused' : 'off')
  const rules = [
    ...targetRules(flag, scope),
    ...itemsOf(flag.rules).flatMap((rule) => {
      if (rule) return decided(rule, flag, { ...scope, when: allClauses(rule, scope) })
      scope.report('lost', 'A rule is malformed', CLOSED)
      return [{ when: lost, outcome: off }]
    }),
    ...decided(isJson(flag.fallthrough) ? flag.fallthrough : {}, flag, { ...scope, when: always, isLast: true }),
  ].map((rule) => ({ ...rule, when: allOf([requires, rule.when]) }))
  const last = rules.at(-1)
  const isPlain = last && 'outcome' in last && isAlways(last.when)
  const isOffFalse = isBoolean({ variations }) && variations[off]?.value === false
  if (!isOn(flag) && !isOffFalse)
    scope.report('info', 'The flag is off', 'Its first rule is for everybody; delete this rule to turn the flag on')
  const { description, tags } = flag.about
  return closeLost({
    off,
    id,
    description: typeof description === 'string' ? description : undefined,
    tags: textsOf(tags),
    metadata: scope.metadata,
    variations,
    rules: [
      ...(isOn(flag) || isOffFalse ? [] : [{ name: 'off', when: always, outcome: off }]),
      ...(isPlain ? rules.slice(0, -1) : rules),
    ],
    otherwise: isPlain ? last.outcome : off,
    isEnabled: isOn(flag) || !isOffFalse,
  })
}

/** Targets are lists of keys, each for a variation. Lists for users are beside those for other kinds of contexts. */
function targetRules({ targets, contextTargets }: Json, scope: FlagScope): readonly PlanRule[] {
  const lists = [...itemsOf(targets), ...itemsOf(contextTargets)]
  if (!lists.every((one) => one && isListOf(one.values, (key) => typeof key === 'string'))) {
    scope.report('lost', 'A list of targets is malformed', CLOSED)
    return [{ when: lost, outcome: 0 }]
  }
  const ofUsers = listOf(targets)
  const all = listOf(contextTargets).flatMap((target) =>
    target.contextKind === undefined || target.contextKind === '' || target.contextKind === USER
      ? ofUsers.filter(({ variation }) => variation === target.variation).slice(0, 1)
      : [target],
  )
  return (listOf(contextTargets).length > 0 ? all : ofUsers).flatMap(({ contextKind, values, variation }) => {
    const keys = textsOf(values)
    if (keys.length === 0) return []
    const outcome = outcomeOf(variation, scope, 'target')
    const name = `targets of ${scope.variations[outcome]?.name}`
    return [{ name, when: equals(keyOf(contextKind || USER), keys), outcome }]
  })
}

interface Deciding extends FlagScope {
  readonly when: Condition
  readonly isLast?: boolean
}

/** What a rule, or the end of all rules, decides: a variation or a rollout. */
function decided(rule: Json, flag: SourceFlag, scope: Deciding): readonly PlanRule[] {
  const { when, isLast = false } = scope
  const description = typeof rule.description === 'string' && rule.description !== '' ? rule.description : undefined
  const name = isLast ? 'fallthrough' : description
  const { rollout, variation } = rule
  if (typeof variation === 'number' || !isJson(rollout))
    return [{ name, when, outcome: outcomeOf(variation, scope, isLast ? 'fallthrough' : 'rule') }]
  const isExperiment = rollout.kind === 'experiment' || isGiven(rollout.experimentAllocation)
  const arms = armsOf(rollout)
  const by = bucketBy(isExperiment ? undefined : rollout.bucketBy, rollout.contextKind)
  if (!arms || by === undefined) {
    scope.report(
      'lost',
      'A rollout has no variations, or an invalid attribute',
      'It has the variation for flags that are off',
    )
    return [{ name, when, outcome: outcomeOf(flag.offVariation ?? undefined, scope, 'rollout') }]
  }
  const valid = joinArms(arms.map(({ outcome, weight }) => ({ outcome: outcomeOf(outcome, scope, 'rollout'), weight })))
  const [first] = valid.filter(({ weight }) => weight > 0)
  if (valid.filter(({ weight }) => weight > 0).length === 1) return [{ name, when, outcome: first?.outcome ?? 0 }]
  reportRollout(scope, isExperiment)
  const salt = typeof rollout.seed === 'number' ? String(rollout.seed) : scope.id
  const split: Decision = { split: { arms: valid, by, salt } }
  const keyless = allOf([when, withoutKey(by)])
  return [
    { name: `${name ?? 'rule'} without ${by}`, when: keyless, outcome: first?.outcome ?? 0 },
    { name, when, ...split },
  ]
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function reportRollout({ report }: FlagScope, isExperiment: boolean): void {
  report(
    'changed',
    'A rollout chooses clients by another hash',
    'The shares are the same; who is in which share differs, so some clients change sides once',
  )
  if (isExperiment)
    report('lost', 'A rollout is an experiment', 'Its shares are imported; create an experiment to measure them')
}

/** A variation of the flag. Without a valid one, LaunchDarkly returns the default value of the program. */
function outcomeOf(variation: unknown, { variations, report }: FlagScope, place: string): number {
  if (typeof variation === 'number' && variations[variation]) return variation
  const outcome = Math.max(
    0,
    variations.findIndex(({ value }) => value === false),
  )
  if (place !== 'unused')
    report(
      'changed',
      `There is no variation for ${placeNames[place as keyof typeof placeNames]}, so programs get their own default value`,
      `The value is that of ${variations[outcome]?.name}`,
    )
  return outcome
}

const placeNames = {
  off: 'clients for whom the flag is off',
  target: 'a list of targets',
  rule: 'a rule',
  fallthrough: 'clients for whom no rule decides',
  rollout: 'a rollout',
}
