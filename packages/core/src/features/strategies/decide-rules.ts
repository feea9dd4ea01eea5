import { readAttribute } from '../../conditions/attribute.ts'
import { compileCondition } from '../../conditions/compile.ts'
import type { ConditionEnvironment } from '../../conditions/environment.ts'
import { explainCondition } from '../../conditions/trace.ts'
import { referencesOf } from '../../conditions/uses.ts'
import type { Context, Test } from '../../context.ts'
import { BUCKETS, bucketOf, hashBelow, hashedText, hashState, murmur3 } from '../../hash.ts'
import { unleashBound, unleashBucket } from '../../unleash-hash.ts'
import { boundOf } from './percentage.ts'
import type { Rule, RulesParameters } from './rule.ts'
import type { Details, Environment } from './strategy.ts'

/** Compiles the rules of a feature. */
export function compileRules(
  { rules, otherwise = false }: RulesParameters,
  environment: Environment,
  id: string,
): Test {
  const decide = inOrder(
    rules.map((rule) => compileRule(rule, environment, id)),
    otherwise,
  )
  return environment.evaluation && rules.some(hasReferences) ? environment.evaluation(decide) : decide
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
  if (isShare(rule) && hashedText(readAttribute(rule.by ?? 'id')(context)) === undefined)
    return { reason: 'ERROR', active: false, ...missingKey(rule), ...decided }
  const active = compileSide(rule, id)(context)
  return { reason: isShare(rule) ? 'SPLIT' : 'TARGETING_MATCH', active, ...decided }
}

interface CompiledRule {
  /** Absent for a rule that is for everybody. */
  readonly isTrue: Test | undefined
  /** Whether the feature is active for a client of the rule. */
  readonly side: Test
}

const always: Test = () => true
const never: Test = () => false

/** The first rule whose condition is true decides. One rule, the most frequent case, needs no loop. */
function inOrder(rules: readonly CompiledRule[], otherwise: boolean): Test {
  const [first, second] = rules
  if (!first) return otherwise ? always : never
  if (!second) return alone(first, otherwise)
  return (context) => {
    for (let i = 0; i < rules.length; i++) {
      const { isTrue, side } = rules[i] as CompiledRule
      if (isTrue === undefined || isTrue(context)) return side(context)
    }
    return otherwise
  }
}

function alone({ isTrue, side }: CompiledRule, otherwise: boolean): Test {
  if (isTrue === undefined) return side
  if (side === always && !otherwise) return isTrue
  return (context) => (isTrue(context) ? side(context) : otherwise)
}

/** Only references are evaluated together, each once. */
function hasReferences({ when }: Rule): boolean {
  const { segments, features } = referencesOf(when)
  return segments.size + features.size > 0
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

/** Which side a client of a rule is on. Inactive if its share needs an attribute that the context lacks. */
function compileSide(rule: Rule, id: string): Test {
  const { percentage = 100, by = 'id', salt = id, hash, active = true } = rule
  if (!isShare(rule)) return percentage > 0 === active ? always : never
  const read = readAttribute(by)
  const state = hashState(`${salt}:`)
  if (hash === 'unleash') {
    const bound = unleashBound(percentage)
    return (context) => {
      const key = hashedText(read(context))
      return key !== undefined && unleashBucket(key, state) < bound === active
    }
  }
  const below = hashBelow(boundOf(percentage))
  return (context) => {
    const key = hashedText(read(context))
    return key !== undefined && murmur3(key, state) < below === active
  }
}

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
  const { percentage = 100, by = 'id', salt = id, hash } = rule
  const key = hashedText(readAttribute(by)(context))
  const [toBucket, bound, of] =
    hash === 'unleash' ? [unleashBucket, unleashBound(percentage), 100] : [bucketOf, boundOf(percentage), BUCKETS]
  if (key === undefined) return { kind: 'share', outcome: null, by, bound, of }
  const bucket = toBucket(key, hashState(`${salt}:`))
  return { kind: 'share', outcome: bucket < bound, by, bucket, bound, of }
}
