import type { PluginCatalog } from '../plugins/create-catalog.ts'
import type { Referred } from '../plugins/references-of.ts'
import type { Instance } from '../records/hooks.ts'
import type { Resource } from '../records/resource.ts'
import type { GatewaySecrets } from './secrets.ts'

/** Where the records of other slices are that plugins may refer to, and which right reads them. */
export type Referable = Readonly<
  Record<Exclude<Referred['to'], 'backend' | 'plan'>, Pick<Resource, 'plural' | 'domain'>>
>

/** What everything of the gateway shares: the instance, the plugins that it knows, what is secret about them, and what they may refer to. */
export interface GatewayInstance extends Instance {
  readonly catalog: PluginCatalog
  readonly secrets: GatewaySecrets
  readonly referable: Referable
}
