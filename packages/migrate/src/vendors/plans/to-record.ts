import type { Config, Feature } from '@signalbox/core'
import { headOf, isBoolean, type Plan, type PlanRule, type Split } from './plan.ts'

/** Converts a plan to a feature if it can only be true or false, else to a config with a type. */
export const toRecord = (plan: Plan): { readonly feature: Feature } | { readonly config: Config } =>
  isBoolean(plan) ? { feature: toFeature(plan) } : { config: toConfig(plan) }

function toFeature(plan: Plan): Feature {
  const { variations, rules, otherwise, isEnabled } = plan
  const isTrue = (outcome: number): boolean => variations[outcome]?.value === true
  const common = { ...aboutOf(plan), enabled: isEnabled }
  if (rules.length === 0 && isTrue(otherwise)) return { ...common, activationStrategy: 'NO_STRATEGY' }
  return {
    ...common,
    activationStrategy: 'RULES',
    parameters: {
      rules: rules.map((rule) => ({ ...headOf(rule), ...sideOf(rule, plan, isTrue) })),
      ...(isTrue(otherwise) && { otherwise: true }),
    },
  } as unknown as Feature
}

function sideOf(rule: PlanRule, { id }: Plan, isTrue: (outcome: number) => boolean): object {
  if ('outcome' in rule) return isTrue(rule.outcome) ? {} : { active: false }
  const { arms, by, salt } = rule.split
  const sum = arms.reduce((total, { weight }) => total + weight, 0)
  const share = arms.reduce((total, { outcome, weight }) => total + (isTrue(outcome) ? weight : 0), 0)
  return { percentage: Math.round((share / sum) * 100_000) / 1000, ...hashed({ by, salt }, id) }
}

function toConfig(plan: Plan): Config {
  const { id, variations, rules, otherwise } = plan
  const givenBy = (outcome: number): unknown => variations[outcome]?.value ?? null
  const nameOf = (outcome: number): string => variations[outcome]?.name ?? String(outcome)
  return {
    ...aboutOf(plan),
    type: typeOf(variations.map(({ value }) => value)),
    value: givenBy(otherwise),
    ...(rules.length > 0 && {
      rules: rules.map((rule) =>
        'outcome' in rule
          ? { ...headOf({ ...rule, name: nameOf(rule.outcome) }), value: givenBy(rule.outcome) }
          : {
              ...headOf(rule),
              split: rule.split.arms.map(({ outcome, weight }) => ({
                name: nameOf(outcome),
                weight,
                value: givenBy(outcome),
              })),
              ...hashed(rule.split, id),
            },
      ),
    }),
  } as Config
}

const aboutOf = ({ id, description, tags, metadata }: Plan) => ({
  id,
  ...(description ? { description } : {}),
  ...(tags && tags.length > 0 && { tags: [...tags] }),
  metadata,
})

const hashed = ({ by, salt }: Pick<Split, 'by' | 'salt'>, id: string) => ({
  ...(by !== 'id' && { by }),
  ...(salt !== id && { salt }),
})

/** The name of the type of all values, or a JSON Schema if they differ. */
function typeOf(values: readonly unknown[]): Config['type'] {
  const types = [...new Set(values.map(jsonType))]
  const [only = 'null'] = types
  return types.length === 1 && only !== 'null' ? (only as 'string') : { type: types }
}

const jsonType = (value: unknown): string =>
  value === null || value === undefined ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** The records of plans, by their kind. */
export function toRecords(plans: readonly Plan[]) {
  const records = plans.map(toRecord)
  return {
    features: records.flatMap((one) => ('feature' in one ? [one.feature] : [])),
    configs: records.flatMap((one) => ('config' in one ? [one.config] : [])),
  }
}
