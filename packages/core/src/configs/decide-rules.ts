import { readAttribute } from '../conditions/attribute.ts'
import { compileCondition } from '../conditions/compile.ts'
import { referencesOf } from '../conditions/uses.ts'
import type { Test } from '../context.ts'
import { bucketBounds, bucketOf, hashedText, hashState } from '../hash.ts'
import { UNLEASH_VARIANTS, unleashBucket } from '../unleash-hash.ts'
import type { ConfigDecision, ConfigEnvironment, DecideConfig, RuledConfig } from './evaluate.ts'
import { defaultOf } from './evaluate.ts'
import { expandFrozen } from './expand.ts'
import type { ConfigRule, SplitRule } from './rule.ts'

/** Compiles the rules of a config. All decisions are made here, so that deciding allocates nothing. */
export function compileConfigRules(config: RuledConfig, environment: ConfigEnvironment): DecideConfig {
  const rules = config.rules.map((rule, index) => compileRule(rule, index, { config, environment }))
  const otherwise: ConfigDecision = { value: defaultOf(config), reason: 'DEFAULT' }
  const decide: DecideConfig = (context) => {
    for (let i = 0; i < rules.length; i++) {
      const { isTrue, decide } = rules[i] as CompiledRule
      if (isTrue === undefined || isTrue(context)) return decide(context)
    }
    return otherwise
  }
  return environment.evaluation && config.rules.some(hasReferences) ? together(decide, environment) : decide
}

interface CompiledRule {
  /** Absent for a rule that is for everybody. */
  readonly isTrue: Test | undefined
  readonly decide: DecideConfig
}

interface Compiling {
  readonly config: RuledConfig
  readonly environment: ConfigEnvironment
}

/** Evaluates all references of a decision together, each once. */
function together(decide: DecideConfig, { evaluation }: ConfigEnvironment): DecideConfig {
  let decision: ConfigDecision | undefined
  const run = evaluation!((context) => {
    decision = decide(context)
    return true
  })
  return (context) => {
    run(context)
    return decision as ConfigDecision
  }
}

function hasReferences({ when }: ConfigRule): boolean {
  const { segments, features } = referencesOf(when)
  return segments.size + features.size > 0
}

function compileRule(rule: ConfigRule, index: number, { config, environment }: Compiling): CompiledRule {
  const { name, when } = rule
  const named = { rule: { index, ...(name !== undefined && { name }) } }
  return {
    isTrue: when && compileCondition(when, { segment: unresolved, feature: unresolved, ...environment }).isTrue,
    decide:
      'split' in rule ? compileSplit(rule, named, config) : always(matched(rule.value, { ...named, name }, config)),
  }
}

const unresolved = () => undefined

const always =
  (decision: ConfigDecision): DecideConfig =>
  () =>
    decision

interface Decided {
  readonly rule: NonNullable<ConfigDecision['rule']>
  readonly name: string | undefined
}

const matched = (
  value: unknown,
  { rule, name }: Decided,
  { type }: RuledConfig,
  reason: 'TARGETING_MATCH' | 'SPLIT' = 'TARGETING_MATCH',
): ConfigDecision => ({
  value: type === undefined ? expandFrozen(value) : value,
  reason,
  rule,
  ...(name !== undefined && { variant: name }),
})

/** A split needs an attribute to hash only if more than one variant has a weight. */
function compileSplit(rule: SplitRule, named: Pick<Decided, 'rule'>, config: RuledConfig): DecideConfig {
  const { split, by = 'id', salt = config.id, hash } = rule
  const weighted = split.filter(({ weight }) => weight > 0)
  const reason = weighted.length > 1 ? 'SPLIT' : 'TARGETING_MATCH'
  const decisions = weighted.map(({ name, value }) => matched(value, { ...named, name }, config, reason))
  const [only] = decisions
  if (decisions.length === 1) return always(only as ConfigDecision)
  const failed: ConfigDecision = {
    value: defaultOf(config),
    reason: 'ERROR',
    errorCode: 'TARGETING_KEY_MISSING',
    message: `The split of the rule needs the attribute ${by} of the context, as text or a number`,
    ...named,
  }
  const read = readAttribute(by)
  const armOf = hash === 'unleash' ? byUnleash(salt, weighted) : byBucket(salt, weighted)
  return (context) => {
    const key = hashedText(read(context))
    return key === undefined ? failed : (decisions[armOf(key)] as ConfigDecision)
  }
}

type Weighted = SplitRule['split']

/** Cumulative weights in order over the buckets. */
function byBucket(salt: string, weighted: Weighted): (key: string) => number {
  const sum = weighted.reduce((total, { weight }) => total + weight, 0)
  const ends = bucketBounds(weighted.map(({ weight }) => weight / sum))
  const state = hashState(`${salt}:`)
  return (key) => firstAbove(ends, bucketOf(key, state))
}

/** Cumulative weights in order over as many buckets as the sum of the weights. */
function byUnleash(salt: string, weighted: Weighted): (key: string) => number {
  let sum = 0
  const ends = weighted.map(({ weight }) => {
    sum += weight
    return sum
  })
  const state = hashState(`${salt}:`, UNLEASH_VARIANTS)
  return (key) => firstAbove(ends, unleashBucket(key, state, sum))
}

function firstAbove(ends: readonly number[], bucket: number): number {
  let i = 0
  while (i < ends.length - 1 && bucket >= (ends[i] as number)) i++
  return i
}
