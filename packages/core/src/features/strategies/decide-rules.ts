import { type ReadAttribute, readAttribute } from '../../conditions/attribute.ts'
import { type Context, identifierOf, type Test } from '../../conditions/context.ts'
import {
  compileWhen,
  conditionEnvironment,
  firstTrue,
  hasReferences,
  needsAttribute,
} from '../../conditions/first-rule.ts'
import { explainCondition } from '../../conditions/trace.ts'
import { BUCKETS, bucketOf, type HashState, hashBelow, hashState, murmur3 } from '../../machine/secrets/hash.ts'
import { unleashBound, unleashBucket } from '../../machine/secrets/unleash-hash.ts'
import { boundOf } from './percentage.ts'
import type { Rule, RulesParameters } from './rule.ts'
import type { Details, Environment } from './strategy.ts'

/** Compiles the rules of a feature. */
export function compileRules(
  { rules, otherwise = false }: RulesParameters,
  environment: Environment,
  id: string,
): Test {
  const decide = firstTrue(
    rules.map((rule) => ({ isTrue: compileWhen(rule, environment), result: compileSide(rule, id, environment) })),
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
  if (isShare(rule) && identifierOf(readAttribute(rule.by ?? 'id')(context)) === undefined)
    return { reason: 'ERROR', active: false, ...missingKey(rule), ...decided }
  const side = compileSide(rule, id, {})
  const active = typeof side === 'function' ? side(context) : side
  return { reason: isShare(rule) ? 'SPLIT' : 'TARGETING_MATCH', active, ...decided }
}

/** A share that only some clients are in. */
const isShare = ({ percentage = 100 }: Rule): boolean => percentage > 0 && percentage < 100

/** Which side a client of a rule is on. Inactive if its share needs an attribute that the context lacks. */
function compileSide(rule: Rule, id: string, { lacking }: Pick<Environment, 'lacking'>): boolean | Test {
  const { percentage = 100, by = 'id', salt = id, hash, active = true } = rule
  if (!isShare(rule)) return percentage > 0 === active
  const share = { read: readAttribute(by), state: hashState(`${salt}:`), active, lacking, id, by }
  return hash === 'unleash'
    ? byUnleash(share, unleashBound(percentage))
    : byBucket(share, hashBelow(boundOf(percentage)))
}

interface Share {
  readonly read: ReadAttribute
  readonly state: HashState
  readonly active: boolean
  readonly lacking: Environment['lacking']
  readonly id: string
  readonly by: string
}

const byUnleash =
  ({ read, state, active, lacking, id, by }: Share, bound: number): Test =>
  (context) => {
    const key = identifierOf(read(context))
    return key === undefined ? nobody(lacking, id, by) : unleashBucket(key, state) < bound === active
  }

const byBucket =
  ({ read, state, active, lacking, id, by }: Share, below: number): Test =>
  (context) => {
    const key = identifierOf(read(context))
    return key === undefined ? nobody(lacking, id, by) : murmur3(key, state) < below === active
  }

function nobody(lacking: Share['lacking'], id: string, by: string): false {
  lacking?.tell(id, by)
  return false
}

const missingKey = ({ by = 'id' }: Rule) => ({
  errorCode: 'TARGETING_KEY_MISSING',
  message: needsAttribute('share', by),
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
  const key = identifierOf(readAttribute(by)(context))
  const [toBucket, bound, of] =
    hash === 'unleash' ? [unleashBucket, unleashBound(percentage), 100] : [bucketOf, boundOf(percentage), BUCKETS]
  if (key === undefined) return { kind: 'share', outcome: null, by, bound, of }
  const bucket = toBucket(key, hashState(`${salt}:`))
  return { kind: 'share', outcome: bucket < bound, by, bucket, bound, of }
}
