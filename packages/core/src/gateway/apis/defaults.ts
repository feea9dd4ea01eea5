import { copyJson } from '../../machine/json/json.ts'
import { withSchemaDefaults } from '../../machine/records/defaults.ts'
import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'
import type { ApiBackendClient } from '../backends/backend.ts'
import type { ApiFlow } from '../flows/flow.ts'
import { DEFAULT_CLIENT, DEFAULT_FLOW } from '../reserved-ids.ts'
import { type ApiDefinition, apiDefinitionSchema, TESTING_HEADER } from './api.ts'

export { DEFAULT_CLIENT, DEFAULT_FLOW }

/** The flow of routes without `flow_ref`. */
export const defaultFlow: ApiFlow = {
  id: DEFAULT_FLOW,
  name: DEFAULT_FLOW,
  plugins: {
    slots: [{ plugin: `${PLUGIN_PREFIX}OverrideHost`, enabled: true, include: [], exclude: [], config: {} }],
  },
}

/** The defaults that are stored with the default client settings. */
const contractSettings = {
  useCircuitBreaker: true,
  retries: 1,
  maxErrors: 20,
  retryInitialDelay: 50,
  backoffFactor: 2,
  callAndStreamTimeout: 120_000,
  callTimeout: 30_000,
  idleTimeout: 60_000,
  globalTimeout: 30_000,
  connectionTimeout: 10_000,
}

/** The default of every client setting. */
export const clientDefaults = {
  ...contractSettings,
  sampleInterval: 2000,
  maxConnections: 128,
  keepAlive: 60_000,
  retryStatuses: [] as number[],
  retryBodyBytes: 65_536,
  retryBudget: 0.2,
}

const defaultClient: ApiBackendClient = { id: DEFAULT_CLIENT, name: DEFAULT_CLIENT, client: contractSettings }

/** Where missing fields come from: generated values and the stored API. */
interface MadeUp {
  readonly id: string
  readonly headerValue: string
  /** The stored API. Its state, versions and testing header are kept unless they are sent again. */
  readonly current: ApiDefinition | undefined
}

/**
 * Fills in the missing fields of an API and sorts its members in schema order. The default flow and the default client
 * settings are added to the others, unless an entry already has that id or name.
 */
export function withDefaults(api: ApiDefinition, { id, headerValue, current }: MadeUp): ApiDefinition {
  const { flows, clients_backend_config: clients, testing } = api
  const version = api.version ?? current?.version ?? '0.0.1'
  const complete: ApiDefinition = {
    ...api,
    id: api.id ?? current?.id ?? id,
    version,
    versions: api.versions ?? current?.versions ?? [version],
    enabled: api.enabled ?? true,
    state: api.state ?? current?.state ?? 'staging',
    blueprint: api.blueprint ?? 'REST',
    flows: withDefault(flows, defaultFlow),
    clients_backend_config: withDefault(clients, defaultClient),
    testing: {
      enabled: testing?.enabled ?? false,
      headerKey: testing?.headerKey ?? TESTING_HEADER,
      headerValue: testing?.headerValue ?? current?.testing?.headerValue ?? headerValue,
    },
  }
  return withSchemaDefaults(apiDefinitionSchema, copyJson(complete, apiDefinitionSchema) as ApiDefinition)
}

/** Appends an item unless the list has one with its id, as id or as name. */
const withDefault = <T extends { id: string; name?: string }>(list: T[] = [], item: T): T[] =>
  list.some(({ id, name }) => id === item.id || name === item.id) ? list : [...list, item]
