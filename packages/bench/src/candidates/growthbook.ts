import { GrowthBookClient } from '@growthbook/growthbook'
import { versionOf } from '../versions.ts'
import { attributeOf, type MixedFeature, type User } from '../workload.ts'
import { type Setup, toInstant } from './candidate.ts'

/** GrowthBook's server client. It has no clock: the time is passed as an attribute, once per user. */
export const growthBook: Setup = async (features) => {
  const client = new GrowthBookClient().initSync({
    payload: { features: Object.fromEntries(features.map((one) => [one.id, toDefinition(one)])) },
  })
  return {
    name: `@growthbook/growthbook ${versionOf('@growthbook/growthbook')}`,
    hash: 'growthbook',
    isActive: (id, context) => client.isOn(id, context as { attributes: Record<string, unknown> }),
    toContext: (user: User) => ({ attributes: { ...user, now: Date.now() } }),
    close: () => client.destroy(),
  }
}

function toDefinition(feature: MixedFeature) {
  if (!feature.enabled) return { defaultValue: false }
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return { defaultValue: true }
    case 'PERCENTAGE':
      return withRule({ coverage: feature.parameters.percentage / 100, hashAttribute: 'id', hashVersion: 2 })
    case 'DATE_RANGE': {
      const [from = 0, to = 0] = [feature.parameters.from, feature.parameters.to].map(toInstant)
      return withRule({ condition: { now: { $gte: from, $lt: to + 1000 } } })
    }
    case 'RULES': {
      const { attribute, isMinimum, values } = attributeOf(feature)
      const isOne = isMinimum ? { $gte: values[0] } : values[0]
      return withRule({ condition: { [attribute]: values.length > 1 ? { $in: values } : isOne } })
    }
    case 'CUSTOMERS_LIST':
      return withRule({ condition: { id: { $in: feature.parameters.customers } } })
  }
}

const withRule = (rule: object) => ({ defaultValue: false, rules: [{ id: 'rule', force: true, ...rule }] })
