import { addressOf, type GatewayApi, isPattern, servedDefinition } from '@signalbox/core/gateway'
import { examplesOf } from './calls.ts'
import { firstDocument } from './openapi.ts'
import type { ServedRoute } from './reference/served-routes.ts'
import type { SiteApi } from './site.ts'

/** What is known of an API besides its record. */
export interface SiteApiFacts {
  /** Where clients reach the gateway. @default not known */
  readonly gatewayUrl?: string | undefined
  /** Reads an OpenAPI document in YAML. @default such documents are only files */
  readonly readYaml?: (text: string) => unknown
  /** Compiles the routes that an API serves: `servedRoutes`. @default the reference says nothing of plugins and routes */
  readonly routes?: (api: GatewayApi) => readonly ServedRoute[]
}

/**
 * The part of an API that its consumers may read, as it serves; `undefined` if it has no pages, because it is in staging or its
 * documentation is off. Nothing else of the record gets further: no backends, no flows, no clients. Pure.
 */
export function toSiteApi(api: GatewayApi, { gatewayUrl, readYaml, routes }: SiteApiFacts = {}): SiteApi | undefined {
  const served = servedDefinition(api)
  const { id = '', name, description = '', version = '', state = 'staging', groups = [], tags = [] } = served
  const { documentation = {}, deprecated_at, sunset_at, successor, blueprint = 'REST' } = served
  if (state === 'staging' || documentation.enabled === false) return undefined
  const address = addressOf(served, gatewayUrl)
  const document = firstDocument(documentation, {
    address: address !== undefined && !isPattern(address) ? address : undefined,
    ...(readYaml && { readYaml }),
  })
  return {
    ...{ id, name, description, version, state, blueprint, groups, tags, documentation },
    ...(deprecated_at !== undefined && { deprecated_at }),
    ...(sunset_at !== undefined && { sunset_at }),
    ...(successor !== undefined && { successor }),
    ...(address !== undefined && { address }),
    ...(gatewayUrl !== undefined && { examples: examplesOf(served, gatewayUrl) }),
    ...document,
    ...(document && routes && { routes: routes(api) }),
  }
}
