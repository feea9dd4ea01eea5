import { readAttribute } from '../../conditions/attribute.ts'
import { compileCondition } from '../../conditions/compile.ts'
import type { ConditionEnvironment } from '../../conditions/environment.ts'
import { explainCondition } from '../../conditions/trace.ts'
import type { Context, Test } from '../../context.ts'
import { BUCKETS, bucketOf, hashBelow, hashState, murmur3 } from '../../hash.ts'
import { boundOf } from './percentage.ts'
import type { Rule, RulesParameters } from './rule.ts'
import type { Details, Environment } from './strategy.ts'

/** Compiles the rules of a feature. */
export function compileRules(
  { rules, otherwise = false }: RulesParameters,
  environment: Environment,
  id: string,
): Test {
  const compiled = rules.map((rule) => compileRule(rule, environment, id))
  const decide: Test = (context) => {
    for (let i = 0; i < compiled.length; i++) {
      const { isTrue, side } = compiled[i] as CompiledRule
      if (isTrue === undefined || isTrue(context)) return side(context) === 'active'
    }
    return otherwise
  }
  return environment.evaluation ? environment.evaluation(decide) : decide
}

/** Explains which rule decided, and how each was decided. */
export function explainRules(
  { rules, otherwise = false }: RulesParameters,
  environment: Environment,
  id: string,
  context: Context | undefined,
): Details {
  const trace = traceOf(rules, { environment, id, context })
  const index = trace.findIndex(({ outcome }) => outcome === true)
  const rule = rules[index]
  if (!rule) return { reason: 'DEFAULT', active: otherwise, trace }
  const decided = { rule: { index, ...(rule.name !== undefined && { name: rule.name }) }, trace }
  const side = compileSide(rule, id)(context)
  if (side === 'unknown') return { reason: 'ERROR', active: false, ...missingKey(rule), ...decided }
  return { reason: isShare(rule) ? 'SPLIT' : 'TARGETING_MATCH', active: side === 'active', ...decided }
}

/** What a rule gives a client; `unknown` if its share needs an attribute that the context lacks. */
type Side = 'active' | 'inactive' | 'unknown'

interface CompiledRule {
  /** Absent for a rule that is for everybody. */
  readonly isTrue: Test | undefined
  readonly side: (context: Context | undefined) => Side
}

const compileRule = (rule: Rule, environment: Environment, id: string): CompiledRule => ({
  isTrue: rule.when && compileCondition(rule.when, conditionEnvironment(environment)).isTrue,
  side: compileSide(rule, id),
})

/** Without references, every segment and feature is unresolved. */
const conditionEnvironment = (environment: Environment): ConditionEnvironment => ({
  segment: unresolved,
  feature: unresolved,
  ...environment,
})
const unresolved = () => undefined

/** A share that only some clients are in. */
const isShare = ({ percentage = 100 }: Rule): boolean => percentage > 0 && percentage < 100

function compileSide(rule: Rule, id: string): (context: Context | undefined) => Side {
  const { percentage = 100, by = 'id', salt = id, active = true } = rule
  const [inside, outside]: Side[] = active ? ['active', 'inactive'] : ['inactive', 'active']
  if (!isShare(rule)) return () => (percentage === 0 ? outside : inside) as Side
  const read = readAttribute(by)
  const state = hashState(`${salt}:`)
  const below = hashBelow(boundOf(percentage))
  return (context) => {
    const key = keyOf(read(context))
    return key === undefined ? 'unknown' : ((murmur3(key, state) < below ? inside : outside) as Side)
  }
}

/** The text that is hashed. */
const keyOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

const missingKey = ({ by = 'id' }: Rule) => ({
  errorCode: 'TARGETING_KEY_MISSING',
  message: `The share of the rule needs the attribute ${by} of the context, as text or a number`,
})

interface Traced {
  readonly environment: Environment
  readonly id: string
  readonly context: Context | undefined
}

/** How each rule was decided. Rules after the one that decides were not reached. */
function traceOf(rules: readonly Rule[], { environment, id, context }: Traced): readonly (Details & Outcome)[] {
  let isDecided = false
  return rules.map((rule, index) => {
    const { name, when } = rule
    const named = { kind: 'rule', index, ...(name !== undefined && { name }) }
    if (isDecided) return { ...named, outcome: null }
    const environmentOfWhen = conditionEnvironment(environment)
    const condition =
      when &&
      explainCondition({
        condition: when,
        environment: environmentOfWhen,
        context,
        ...(environment.mayRead && { mayRead: environment.mayRead }),
      })
    isDecided = condition === undefined || condition.outcome === true
    return {
      ...named,
      outcome: isDecided,
      ...(condition && { when: condition.node }),
      ...(isDecided && isShare(rule) && { share: shareOf(rule, id, context) }),
    }
  })
}

interface Outcome {
  readonly outcome: boolean | null
}

/** The numbers of a share. */
function shareOf(rule: Rule, id: string, context: Context | undefined): Details {
  const { percentage = 100, by = 'id', salt = id } = rule
  const key = keyOf(readAttribute(by)(context))
  if (key === undefined) return { kind: 'share', outcome: null, by, bound: boundOf(percentage), of: BUCKETS }
  const bucket = bucketOf(key, hashState(`${salt}:`))
  return { kind: 'share', outcome: bucket < boundOf(percentage), by, bucket, bound: boundOf(percentage), of: BUCKETS }
}
