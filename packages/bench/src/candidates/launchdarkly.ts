import { init } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import { versionOf } from '../versions.ts'
import { attributeOf, type MixedFeature, type User } from '../workload.ts'
import { type Setup, toInstant } from './candidate.ts'

/**
 * LaunchDarkly's server SDK on data in memory: it contacts no server and sends no events. It has no clock: the time is
 * passed as an attribute, once per user.
 */
export const launchDarkly: Setup = async (features) => {
  const data = new TestData()
  const client = init('sdk-key', {
    updateProcessor: data.getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger: silent,
  })
  for (const feature of features) await data.usePreconfiguredFlag(toFlag(feature))
  await client.waitForInitialization({ timeout: 60 })
  return {
    name: `@launchdarkly/node-server-sdk ${versionOf('@launchdarkly/node-server-sdk')}`,
    hash: 'launchdarkly',
    isActive: (id, context) => client.boolVariation(id, context as { kind: 'user'; key: string }, false),
    toContext: ({ id, ...rest }: User) => ({ kind: 'user', key: id, now: Date.now(), ...rest }),
    close: () => client.close(),
  }
}

const silent = { error() {}, warn() {}, info() {}, debug() {} }

const [ON, OFF] = [0, 1]

const toFlag = (feature: MixedFeature) => ({
  key: feature.id,
  version: 1,
  on: feature.enabled,
  variations: [true, false],
  offVariation: OFF,
  fallthrough: { variation: feature.activationStrategy === 'NO_STRATEGY' ? ON : OFF },
  targets: [],
  contextTargets: [],
  rules: [],
  prerequisites: [],
  salt: feature.id,
  ...toTargeting(feature),
})

function toTargeting(feature: MixedFeature): object {
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return {}
    case 'PERCENTAGE': {
      const weight = feature.parameters.percentage * 1000
      const variations = [
        { variation: ON, weight },
        { variation: OFF, weight: 100_000 - weight },
      ]
      return { fallthrough: { rollout: { contextKind: 'user', variations } } }
    }
    case 'DATE_RANGE': {
      const [from = 0, to = 0] = [feature.parameters.from, feature.parameters.to].map(toInstant)
      return whenAll(clause('now', 'after', [from - 1]), clause('now', 'before', [to + 1000]))
    }
    case 'CUSTOMERS_LIST':
      return whenAll(clause('key', 'in', feature.parameters.customers))
    case 'RULES': {
      const { attribute, isMinimum, values } = attributeOf(feature)
      return whenAll(clause(attribute, isMinimum ? 'greaterThanOrEqual' : 'in', values))
    }
  }
}

const whenAll = (...clauses: object[]) => ({ rules: [{ id: 'rule', variation: ON, clauses }] })

const clause = (attribute: string, op: string, values: readonly unknown[]) => ({
  attribute,
  op,
  values,
  negate: false,
  contextKind: 'user',
})
