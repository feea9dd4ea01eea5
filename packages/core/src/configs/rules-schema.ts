import { conditionSchema } from '../conditions/condition-schema.ts'
import { type Problem, type Problems, problem } from '../machine/errors/errors.ts'
import { isObject, own } from '../machine/json/json.ts'
import { object, Type } from '../machine/schema/schema.ts'
import type { ConfigRule } from './rule.ts'

/** The most rules of a config. */
const MOST_RULES = 1000
/** The most variants of a split. */
const MOST_ARMS = 1000

/** The most characters of a name. */
const LONGEST_NAME = 512

const name = (description: string) => Type.String({ minLength: 1, maxLength: LONGEST_NAME, description })

const arm = object({
  name: name('The variant, in evaluations'),
  weight: Type.Number({ minimum: 0, description: 'Its share of the sum of all weights' }),
  value: Type.Unknown({ description: 'Any JSON value' }),
})

/** The JSON Schema of the rules of a config. */
export const rulesSchema = Type.Unsafe<readonly ConfigRule[]>({
  type: 'array',
  maxItems: MOST_RULES,
  description: 'The first rule whose condition is true decides',
  items: object({
    name: Type.Optional(name('Names the rule in evaluations')),
    when: Type.Optional(conditionSchema),
    value: Type.Optional(Type.Unknown({ description: 'What the clients of the rule get; or `split`' })),
    split: Type.Optional(
      Type.Array(arm, {
        minItems: 1,
        maxItems: MOST_ARMS,
        description: 'Splits the clients between these values, in order',
      }),
    ),
    by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        default: 'id',
        description: 'With `split`: the attribute whose value is hashed, text or a number',
      }),
    ),
    salt: Type.Optional(Type.String({ description: 'With `split`: hashed instead of the config id' })),
    hash: Type.Optional(
      Type.Literal('unleash', {
        description: 'With `split`: chooses the variants as Unleash does for this salt; weights are whole numbers',
      }),
    ),
  }),
})

/**
 * What the schema cannot say: each rule has a value or a split, and the weights of a split have a sum above 0. With the
 * hash of Unleash they are whole numbers, because their sum is the number of buckets. Does not look at more rules or
 * variants than the schema allows: it rejects them.
 */
export function checkRules(rules: unknown): Problems['fieldErrors'] {
  if (!Array.isArray(rules) || rules.length > MOST_RULES) return {}
  const problems: Record<string, readonly Problem[]> = {}
  for (const [i, rule] of rules.entries()) Object.assign(problems, checkRule(rule, `/rules/${i}`))
  return problems
}

function checkRule(rule: unknown, place: string): Problems['fieldErrors'] {
  if (!isObject(rule)) return {}
  const [hasValue, hasSplit] = [Object.hasOwn(rule, 'value'), Object.hasOwn(rule, 'split')]
  if (!hasValue && !hasSplit) return { [place]: [problem('error.required.any', 'value', 'split')] }
  if (hasValue && hasSplit) return { [place]: [problem('error.required.one', 'value', 'split')] }
  if (hasSplit) return checkSplit(own(rule, 'split'), `${place}/split`, own(rule, 'hash') === 'unleash')
  const unused = ['by', 'salt', 'hash'].filter((name) => Object.hasOwn(rule, name))
  return Object.fromEntries(unused.map((name) => [`${place}/${name}`, [problem('error.only.with', 'split')]]))
}

function checkSplit(split: unknown, place: string, isWhole: boolean): Problems['fieldErrors'] {
  if (!Array.isArray(split) || split.length === 0 || split.length > MOST_ARMS) return {}
  const arms = split.map((arm) => (isObject(arm) ? arm : {}))
  const weights = arms.map(weightOf)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const broken = isWhole ? weights.findIndex((weight) => !Number.isNaN(weight) && !Number.isInteger(weight)) : -1
  const twice = secondOfTwo(arms.map((arm) => own(arm, 'name')))
  return {
    ...((sum === 0 || sum === Number.POSITIVE_INFINITY) && { [place]: [problem('error.weights.sum')] }),
    ...(broken >= 0 && { [`${place}/${broken}/weight`]: [problem('error.weight.whole')] }),
    ...(twice && { [`${place}/${twice.i}/name`]: [problem('error.unique', twice.name)] }),
  }
}

function weightOf(arm: object): number {
  const weight = own(arm, 'weight')
  return typeof weight === 'number' ? weight : Number.NaN
}

/** The first name that an earlier arm has, too. */
function secondOfTwo(names: readonly unknown[]): { readonly i: number; readonly name: string } | undefined {
  const seen = new Set<string>()
  for (const [i, name] of names.entries()) {
    if (typeof name !== 'string' || name.length > 2 * LONGEST_NAME) continue // the schema rejects both; a character has up to 2 units
    if (seen.has(name)) return { i, name }
    seen.add(name)
  }
  return undefined
}
