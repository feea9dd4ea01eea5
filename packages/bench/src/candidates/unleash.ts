import { InMemStorageProvider, Unleash } from 'unleash-client'
import { versionOf } from '../versions.ts'
import { attributeOf, type MixedFeature, type User } from '../workload.ts'
import { type Setup, toInstant } from './candidate.ts'

/** Unleash's client, started from data in memory: it contacts no server and sends no metrics. */
export const unleash: Setup = async (features) => {
  const client = new Unleash({
    appName: 'bench',
    url: 'http://127.0.0.1:9/',
    bootstrap: { data: features.map(toToggle) },
    storageProvider: new InMemStorageProvider(),
    disableAutoStart: true,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    refreshInterval: 0,
    timeout: 50,
  })
  client.on('error', () => {})
  client.on('warn', () => {})
  const ready = new Promise<void>((resolve) => client.once('ready', resolve))
  void client.start()
  await ready
  return {
    name: `unleash-client ${versionOf('unleash-client')}`,
    hash: 'unleash',
    isActive: (id, context) => client.isEnabled(id, context as { userId: string }),
    toContext: ({ id, ...properties }: User) => ({ userId: id, properties: inTexts(properties) }),
    close: () => client.destroy(),
  }
}

/** Its properties are texts. */
const inTexts = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, String(value)]))

function toToggle(feature: MixedFeature) {
  const { id: name, enabled } = feature
  const strategy = { name: 'default', parameters: {}, constraints: [], segments: [], ...toStrategy(feature) }
  return {
    name,
    enabled,
    type: 'release',
    project: 'default',
    stale: false,
    impressionData: false,
    strategies: [strategy],
  }
}

function toStrategy(feature: MixedFeature) {
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return {}
    case 'PERCENTAGE': {
      const { percentage } = feature.parameters
      return {
        name: 'flexibleRollout',
        parameters: { rollout: String(percentage), stickiness: 'userId', groupId: feature.id },
      }
    }
    case 'DATE_RANGE': {
      const [from = 0, to = 0] = [feature.parameters.from, feature.parameters.to].map(toInstant)
      return {
        constraints: [
          constraint('currentTime', 'DATE_AFTER', { value: new Date(from - 1).toISOString() }),
          constraint('currentTime', 'DATE_BEFORE', { value: new Date(to + 1000).toISOString() }),
        ],
      }
    }
    case 'RULES': {
      const { attribute, isMinimum, values } = attributeOf(feature)
      const wanted = isMinimum ? { value: String(values[0]) } : { values: values.map(String) }
      return { constraints: [constraint(attribute, isMinimum ? 'NUM_GTE' : 'IN', wanted)] }
    }
    case 'CUSTOMERS_LIST':
      return { constraints: [constraint('userId', 'IN', { values: feature.parameters.customers })] }
  }
}

type Constraint = NonNullable<
  NonNullable<NonNullable<ConstructorParameters<typeof Unleash>[0]['bootstrap']>['data']>[number]['strategies']
>[number]['constraints'][number]

/** The package does not export its enum of operators; on the wire they are texts. */
const constraint = (contextName: string, operator: string, wanted: { value?: string; values?: string[] }) =>
  ({ contextName, operator, inverted: false, values: [], ...wanted }) as unknown as Constraint
