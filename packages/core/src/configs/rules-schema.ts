import { conditionSchema } from '../conditions/condition-schema.ts'
import type { Problems } from '../errors.ts'
import { problem } from '../errors.ts'
import { isObject, own } from '../json.ts'
import { object, Type } from '../schema.ts'
import type { ConfigRule } from './rule.ts'

/** The most rules of a config. */
const MOST_RULES = 1000
/** The most variants of a split. */
const MOST_ARMS = 1000

const name = (description: string) => Type.String({ minLength: 1, maxLength: 512, description })

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
    salt: Type.Optional(
      Type.String({ description: 'With `split`: takes the place of the id of the config in the hash' }),
    ),
    hash: Type.Optional(
      Type.Literal('unleash', { description: 'With `split`: chooses the variants as Unleash does for this salt' }),
    ),
  }),
})

/** What the schema cannot say: each rule has a value or a split, and the weights of a split have a sum above 0. */
export function checkRules(rules: unknown): Problems['fieldErrors'] {
  if (!Array.isArray(rules)) return {}
  return Object.assign({}, ...rules.map((rule, i) => checkRule(rule, `/rules/${i}`)))
}

function checkRule(rule: unknown, place: string): Problems['fieldErrors'] {
  if (!isObject(rule)) return {}
  const [hasValue, hasSplit] = [Object.hasOwn(rule, 'value'), Object.hasOwn(rule, 'split')]
  if (!hasValue && !hasSplit) return { [place]: [problem('error.required.any', 'value', 'split')] }
  if (hasValue && hasSplit) return { [place]: [problem('error.required.one', 'value', 'split')] }
  if (hasSplit) return checkSplit(own(rule, 'split'), `${place}/split`)
  const unused = ['by', 'salt', 'hash'].filter((name) => Object.hasOwn(rule, name))
  return Object.fromEntries(unused.map((name) => [`${place}/${name}`, [problem('error.only.with', 'split')]]))
}

function checkSplit(split: unknown, place: string): Problems['fieldErrors'] {
  if (!Array.isArray(split) || split.length === 0) return {}
  const arms = split.map((arm) => (isObject(arm) ? arm : {}))
  const sum = arms.reduce((total, arm) => total + Number(own(arm, 'weight')), 0)
  const names = arms.map((arm) => own(arm, 'name'))
  const twice = names.findIndex((name, i) => name !== undefined && names.indexOf(name) !== i)
  return {
    ...((sum === 0 || sum === Number.POSITIVE_INFINITY) && { [place]: [problem('error.weights.sum')] }),
    ...(twice >= 0 && { [`${place}/${twice}/name`]: [problem('error.unique', names[twice])] }),
  }
}
