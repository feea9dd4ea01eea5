import { type Secrets, secretByName, secretsOf, sentTo } from '../machine/records/secrets/secrets.ts'
import { anyObject, object, type TProperties, type TSchema, Type } from '../machine/schema/schema.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import { type ApiDefinition, apiDefinitionSchema } from './apis/api.ts'
import { apiBackendClientSchema, apiBackendSchema, backendSchema, type StoredBackend } from './backends/backend.ts'
import type { CompiledRoute } from './compile/compiled-route.ts'
import { gatewayAddresses } from './secret-addresses.ts'

/** The secrets in the configuration of a gateway. */
export interface GatewaySecrets {
  /** For APIs: saved, drafts and deployed definitions. */
  readonly api: Secrets<ApiDefinition>
  readonly backend: Secrets<StoredBackend>
  readonly route: Secrets<CompiledRoute>
}

/**
 * Finds the secrets of a gateway with these plugins. Secret are members marked `writeOnly` in a schema and, in backends
 * and plugin configurations, undeclared members named like a secret (`Authorization`, `X-Api-Key`, `clientSecret`,
 * `private_key`). Each is bound to the addresses that it is sent to: masks are restored only for these.
 */
export function gatewaySecrets(catalog: PluginCatalog): GatewaySecrets {
  const { plugins } = catalog
  const addresses = gatewayAddresses(catalog)
  const slotOf = (members: TProperties) => sentTo(object(members), addresses.slot)
  /** The catalog tells which members of a configuration are secret. For unknown plugins only the names tell. */
  const slot = Type.Unsafe({
    discriminator: { propertyName: 'plugin' },
    properties: { config: secretByName(anyObject()) },
    oneOf: plugins.map(({ id, configSchema }) =>
      slotOf({ plugin: Type.Literal(id), config: secretByName(configSchema), backends }),
    ),
    addresses: addresses.slot,
  })
  const flows = Type.Array(sentTo(object({ plugins: object({ slots: Type.Array(slot) }) }), addresses.flow))
  const members: Record<keyof ApiDefinition, TSchema> = {
    ...apiDefinitionSchema.properties,
    flows,
    backends: Type.Array(sentTo(secretByName(apiBackendSchema), addresses.backend)),
    clients_backend_config: Type.Array(sentTo(secretByName(apiBackendClientSchema), addresses.client)),
  }
  return {
    api: secretsOf(object(members)),
    backend: secretsOf(sentTo(secretByName(backendSchema), addresses.backend)),
    route: secretsOf(object({ backend, plugins: Type.Array(slot) })),
  }
}

const backend = secretByName(apiBackendSchema.properties.backend)
const backends = Type.Record(Type.String(), backend)
