import type { PluginCatalog } from '../plugins/create-catalog.ts'
import type { Instance } from '../records/hooks.ts'
import type { GatewaySecrets } from './secrets.ts'

/** What everything of the gateway shares: the instance, the plugins that it knows, and what is secret about them. */
export interface GatewayInstance extends Instance {
  readonly catalog: PluginCatalog
  readonly secrets: GatewaySecrets
}
