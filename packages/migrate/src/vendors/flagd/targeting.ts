import type { Condition } from '@signalbox/core'
import { allOf, always, exists, isNever } from '../plans/logic.ts'
import { joinArms, type PlanRule } from '../plans/plan.ts'
import { equals, isGiven, isText } from '../plans/typed.ts'
import { conditionOf, isCondition } from './condition.ts'
import { attributeOf, callOf, isLiteral } from './operands.ts'
import { Unsupported } from './unsupported.ts'
import { isVersion } from './versions.ts'

/** What the rules of a flag need to know. */
export interface TargetingScope {
  /** The id of the flag here. */
  readonly id: string
  /** Its key in flagd. */
  readonly key: string
  /** The outcomes by the names of variants. */
  readonly outcomes: ReadonlyMap<string, number>
  /** The outcome of the default variant. */
  readonly otherwise: number
  /** Reports that the shares of the flag are hashed differently. */
  readonly onSplit: () => void
  /** Counts rules before they are made. Throws `Unsupported` for more than a record can have. */
  readonly onRules: (count: number) => void
  /** Reports the name of a variant that does not exist. */
  readonly onUnknown: (variant: string) => void
}

/** The rules for a targeting rule in JsonLogic: for every client, the first one that is true decides. */
export function rulesOf(rule: unknown, scope: TargetingScope, when: Condition = always): readonly PlanRule[] {
  if (isNever(when)) return []
  const call = callOf(rule)
  if (call?.operator === 'if') return rulesOfIf(call.args, scope, when)
  scope.onRules(1)
  if (!call) return [{ when, outcome: outcomeOf(rule, scope) }]
  const { operator, args } = call
  if (operator === 'fractional') return rulesOfShares(args, scope, when)
  const name = attributeOf(rule)
  const rest: PlanRule = { when, outcome: scope.otherwise }
  if (name !== undefined) {
    scope.onRules(scope.outcomes.size)
    return [
      ...[...scope.outcomes].map(([variant, outcome]) => ({
        when: allOf([when, equals(name, [variant, ...textOf(variant)])]),
        outcome,
      })),
      rest,
    ]
  }
  if (!isCondition(operator)) throw new Unsupported(`The operator ${operator} chooses no variant here`)
  const isTrue = conditionOf(rule)
  const known = knownWhen(operator, args)
  return [
    { when: allOf([when, isTrue]), outcome: outcomeOf(true, scope) },
    { when: allOf([when, known]), outcome: outcomeOf(false, scope) },
    rest,
  ]
}

/** Names of variants that are texts of booleans are chosen by booleans, too. */
const textOf = (variant: string): boolean[] => (variant === 'true' || variant === 'false' ? [variant === 'true'] : [])

/** When a comparison is true or false. Otherwise it has no result, and the default variant is chosen. */
function knownWhen(operator: string, [first]: readonly unknown[]): Condition {
  const name = attributeOf(first)
  if (name === undefined) return always
  if (operator === 'sem_ver') return isVersion(name)
  return operator === 'starts_with' || operator === 'ends_with' ? isText(name) : always
}

function outcomeOf(variant: unknown, { outcomes, otherwise, onUnknown }: TargetingScope): number {
  if (variant === null || variant === undefined) return otherwise
  if (!isLiteral(variant)) throw new Unsupported('The result of a rule is a list')
  const outcome = outcomes.get(String(variant))
  if (outcome === undefined) onUnknown(String(variant))
  return outcome ?? otherwise
}

function rulesOfIf(args: readonly unknown[], scope: TargetingScope, when: Condition): PlanRule[] {
  const rules: PlanRule[] = []
  for (let i = 0; i === 0 || i < args.length - 1; i += 2)
    rules.push(...rulesOf(args[i + 1], scope, allOf([when, conditionOf(args[i])])))
  return [...rules, ...rulesOf(args.length > 2 && args.length % 2 === 1 ? args.at(-1) : null, scope, when)]
}

function rulesOfShares(args: readonly unknown[], scope: TargetingScope, when: Condition): PlanRule[] {
  const [first, ...others] = args
  const { by, isHashed } = Array.isArray(first) ? { by: 'id', isHashed: isGiven('id') } : bucketingOf(first)
  const arms = (Array.isArray(first) ? args : others).map((arm) => armOf(arm, scope))
  const joined = joinArms(arms.filter(({ weight }) => weight > 0))
  const rest: PlanRule = { when, outcome: scope.otherwise }
  const [only] = joined
  if (!only) return [rest]
  const isKnown = allOf([when, isHashed])
  if (joined.length === 1) return [{ when: isKnown, outcome: only.outcome }, rest]
  scope.onSplit()
  return [{ when: isKnown, split: { arms: joined, by, salt: scope.id } }, rest]
}

/** The attribute by which shares are made: `var` of a text, or `cat` of literals and `var`. */
function bucketingOf(rule: unknown): { readonly by: string; readonly isHashed: Condition } {
  const call = callOf(rule)
  const parts = call?.operator === 'cat' ? call.args.filter((one) => !isLiteral(one)) : [rule]
  const name = parts.length === 1 ? attributeOf(parts[0]) : undefined
  if (name === undefined)
    throw new Unsupported('The shares of fractional are made by something else than one attribute')
  return { by: name, isHashed: call?.operator === 'cat' ? exists(name) : isText(name) }
}

function armOf(arm: unknown, scope: TargetingScope): { readonly outcome: number; readonly weight: number } {
  if (!Array.isArray(arm) || arm.length === 0 || arm.length > 2)
    throw new Unsupported('A share of fractional is not a list')
  const [variant, weight = 1] = arm as unknown[]
  if (!isLiteral(variant) || typeof weight !== 'number' || !Number.isInteger(weight))
    throw new Unsupported('A share of fractional has a variant or a weight that is computed')
  return { outcome: outcomeOf(variant, scope), weight: Math.max(0, weight) }
}
