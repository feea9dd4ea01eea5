import { readAttribute } from '../conditions/attribute.ts'
import { identifierOf } from '../conditions/context.ts'
import { type CompiledRule, compileWhen, firstTrue, hasReferences, needsAttribute } from '../conditions/first-rule.ts'
import { bucketBounds, bucketOf, hashState } from '../machine/secrets/hash.ts'
import { UNLEASH_VARIANTS, unleashBucket } from '../machine/secrets/unleash-hash.ts'
import {
  type ConfigDecision,
  type ConfigEnvironment,
  type DecideConfig,
  defaultOf,
  type RuledConfig,
} from './evaluate.ts'
import { expandFrozen } from './expand.ts'
import type { Arm, ConfigRule, SplitRule } from './rule.ts'

/**
 * Compiles the rules of a config. All decisions are made here, so that deciding allocates nothing. Programs hold many
 * configs, so functions keep only what a decision needs.
 */
export function compileConfigRules(config: RuledConfig, environment: ConfigEnvironment): DecideConfig {
  const rules: CompiledRule<ConfigDecision>[] = []
  for (const [index, rule] of config.rules.entries())
    rules.push({ isTrue: compileWhen(rule, environment), result: resultOf(rule, index, config) })
  const decide = firstTrue(rules, { value: defaultOf(config), reason: 'DEFAULT' })
  return environment.evaluation && config.rules.some(hasReferences) ? together(decide, environment) : decide
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

function resultOf(rule: ConfigRule, index: number, config: RuledConfig): CompiledRule<ConfigDecision>['result'] {
  const decided = decidedBy(rule, index)
  if ('split' in rule) return compileSplit(rule, decided, config)
  return matched(rule.value, { rule: decided, name: rule.name }, config)
}

type DecidedBy = NonNullable<ConfigDecision['rule']>

/** The rule of decisions. Shared by all configs if it has no name. */
function decidedBy({ name }: ConfigRule, index: number): DecidedBy {
  if (name !== undefined) return Object.freeze({ index, name })
  unnamed[index] ??= Object.freeze({ index })
  return unnamed[index]
}

const unnamed: DecidedBy[] = []

interface Decided {
  readonly rule: DecidedBy
  readonly name: string | undefined
}

type Reason = 'TARGETING_MATCH' | 'SPLIT'

/** Spread would double the size of a decision: its objects keep room for further members. */
function matched(written: unknown, { rule, name }: Decided, { type }: RuledConfig, reason: Reason = 'TARGETING_MATCH') {
  const value = type === undefined ? expandFrozen(written) : written
  return name === undefined ? { value, reason, rule } : { value, reason, rule, variant: name }
}

/** A split needs an attribute to hash only if more than one variant has a weight. */
function compileSplit(rule: SplitRule, decided: DecidedBy, config: RuledConfig): ConfigDecision | DecideConfig {
  const weighted = rule.split.filter(({ weight }) => weight > 0)
  const reason = weighted.length > 1 ? 'SPLIT' : 'TARGETING_MATCH'
  const ends = rule.hash === 'unleash' ? sums(weighted) : bounds(weighted)
  let first: Variant | undefined
  for (let i = weighted.length - 1; i >= 0; i--) {
    const { name, value } = weighted[i] as Arm
    const decision = matched(value, { rule: decided, name }, config, reason)
    first = { decision, end: ends[i] as number, next: first }
  }
  const { decision, next } = first as Variant
  return next ? decideSplit(first as Variant, rule, config) : decision
}

/** A variant and those after it. This list takes less memory than arrays of decisions and of buckets. */
interface Variant {
  readonly decision: ConfigDecision
  /** The bucket at which the next variant begins. */
  readonly end: number
  readonly next: Variant | undefined
}

function decideSplit(first: Variant, rule: SplitRule, config: RuledConfig): DecideConfig {
  const { by = 'id', salt = config.id, hash } = rule
  const read = readAttribute(by)
  const byUnleash = hash === 'unleash' ? decideByUnleash(first, salt) : undefined
  const state = hashState(`${salt}:`)
  let failed: ConfigDecision | undefined
  return (context) => {
    const key = identifierOf(read(context))
    if (key === undefined) {
      failed ??= failedBy(rule, config, first.decision)
      return failed
    }
    return byUnleash ? byUnleash(key) : decisionAt(first, bucketOf(key, state))
  }
}

/** A function of its own, so that the engine inlines its hash, whose unsigned numbers are allocated otherwise. */
function decideByUnleash(first: Variant, salt: string): (key: string) => ConfigDecision {
  const state = hashState(`${salt}:`, UNLEASH_VARIANTS)
  const of = lastEnd(first)
  return (key) => decisionAt(first, unleashBucket(key, state, of))
}

function decisionAt(first: Variant, bucket: number): ConfigDecision {
  let variant = first
  while (variant.next && bucket >= variant.end) variant = variant.next
  return variant.decision
}

const failedBy = ({ by = 'id' }: SplitRule, config: RuledConfig, { rule }: ConfigDecision): ConfigDecision => ({
  value: defaultOf(config),
  reason: 'ERROR',
  errorCode: 'TARGETING_KEY_MISSING',
  message: needsAttribute('split', by),
  ...(rule && { rule }),
})

/** Cumulative weights in order over the buckets of Signalbox. */
function bounds(weighted: readonly Arm[]): number[] {
  const sum = weighted.reduce((total, { weight }) => total + weight, 0)
  return bucketBounds(weighted.map(({ weight }) => weight / sum))
}

/** Cumulative weights in order: Unleash has as many buckets as the sum of the weights. */
function sums(weighted: readonly Arm[]): number[] {
  let sum = 0
  return weighted.map(({ weight }) => {
    sum += weight
    return sum
  })
}

function lastEnd(variant: Variant): number {
  return variant.next ? lastEnd(variant.next) : variant.end
}
