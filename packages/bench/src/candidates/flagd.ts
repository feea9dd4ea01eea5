import { FlagdCore } from '@openfeature/flagd-core'
import { versionOf } from '../versions.ts'
import { attributeOf, type MixedFeature, type User } from '../workload.ts'
import { type Setup, toInstant } from './candidate.ts'

/** The in-process evaluator of flagd, OpenFeature's reference implementation. */
export const flagd: Setup = async (features) => {
  const core = new FlagdCore(undefined, silent)
  core.setConfigurations(JSON.stringify({ flags: Object.fromEntries(features.map((one) => [one.id, toFlag(one)])) }))
  return {
    name: `@openfeature/flagd-core ${versionOf('@openfeature/flagd-core')}`,
    hash: 'flagd',
    isActive: (id, context) => core.resolveBooleanEvaluation(id, false, context as { targetingKey: string }).value,
    toContext: ({ id, ...rest }: User) => ({ targetingKey: id, ...rest }),
    close() {},
  }
}

const silent = { error() {}, warn() {}, info() {}, debug() {} }

const toFlag = (feature: MixedFeature) => ({
  state: feature.enabled ? 'ENABLED' : 'DISABLED',
  variants: { on: true, off: false },
  defaultVariant: feature.activationStrategy === 'NO_STRATEGY' ? 'on' : 'off',
  ...(feature.activationStrategy !== 'NO_STRATEGY' && { targeting: toTargeting(feature) }),
})

function toTargeting(feature: Exclude<MixedFeature, { activationStrategy: 'NO_STRATEGY' }>): object {
  switch (feature.activationStrategy) {
    case 'PERCENTAGE': {
      const { percentage } = feature.parameters
      return {
        fractional: [
          ['on', percentage],
          ['off', 100 - percentage],
        ],
      }
    }
    case 'DATE_RANGE': {
      const now = { var: '$flagd.timestamp' }
      const [from, to] = [feature.parameters.from, feature.parameters.to].map((date) => toInstant(date) / 1000)
      return { if: [{ and: [{ '>=': [now, from] }, { '<=': [now, to] }] }, 'on', 'off'] }
    }
    case 'RULES': {
      const { attribute, isMinimum, values } = attributeOf(feature)
      const actual = { var: attribute }
      const isOne = isMinimum ? { '>=': [actual, values[0]] } : { '==': [actual, values[0]] }
      return { if: [values.length > 1 ? { in: [actual, values] } : isOne, 'on', 'off'] }
    }
    case 'CUSTOMERS_LIST':
      return { if: [{ in: [{ var: 'targetingKey' }, feature.parameters.customers] }, 'on', 'off'] }
  }
}
