import type { Instance } from '../machine/records/hooks.ts'
import type { Resource } from '../machine/records/resource.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import type { NamedKind } from '../uses/api-uses.ts'
import type { GatewaySecrets } from './secrets.ts'

/** The record kinds of other slices that plugins and audiences may refer to: collection, and the domain of the right to read them. */
export type Referable = Readonly<Record<Exclude<NamedKind, 'backend'>, Pick<Resource, 'plural' | 'domain'>>>

/**
 * The context of all parts of the gateway: the instance, its plugin catalog, its secrets, and the record kinds that
 * plugins and audiences refer to.
 */
export interface GatewayInstance extends Instance {
  readonly catalog: PluginCatalog
  readonly secrets: GatewaySecrets
  readonly referable: Referable
}
