import type { ApiDefinition } from '../api.ts'
import { TOKEN_ROUTE } from '../reserved-ids.ts'
import type { StoredBackends } from './backend.ts'
import { backendsOf } from './backend.ts'
import type { CompiledRoute } from './compiled-route.ts'
import { flowsOf } from './flow.ts'
import { baseOf, compileFrontend } from './frontend.ts'
import { compilePlans } from './plans.ts'
import { tokenRoute } from './token-route.ts'
import type { Warn } from './warn.ts'
import { below, placesById } from './warn.ts'

/** A compiled route, and the place it comes from. */
export interface Placed {
  readonly route: CompiledRoute
  /** A JSON pointer to what it was compiled from. */
  readonly pointer: string
}

/** Why there are no routes of an API or of a definition that is not enabled. */
export const DISABLED = 'The API is disabled and has no routes'

/** Steps 1 to 4 of the contract: the routes of one definition, as they are where nobody tests. */
export function compileDefinition(
  { id, definition, backends }: { id: string; definition: ApiDefinition; backends: StoredBackends },
  warn: Warn,
): Placed[] {
  if (definition.enabled === false) {
    warn('/enabled', DISABLED)
    return []
  }
  const { groups = [], metadata = {}, debug_flow = false, capture = false, export_reporting = false } = definition
  const { routes = [] } = definition
  const places = placesById(routes, below(warn, '/routes'))
  const base = baseOf(definition, warn)
  const findBackend = backendsOf(definition, backends, warn)
  const findFlow = flowsOf(definition, warn)
  const { slots, tokenPlans } = compilePlans(definition, warn)
  const common = { api_ref: id, draft: false, groups, metadata, debug_flow, capture, export_reporting }

  const placed = routes.map((route, place): Placed => {
    const pointer = `/routes/${place}`
    const { enabled = true } = route
    if (!enabled) warn(`${pointer}/enabled`, `The route ${route.id} is disabled and takes no request`)
    return {
      pointer,
      route: {
        id: `${id}:${route.id}`,
        name: route.name ?? route.id,
        enabled,
        ...common,
        frontend: compileFrontend(base, route.frontend, below(warn, `${pointer}/frontend`)),
        backend: findBackend(route.backend, below(warn, `${pointer}/backend`)),
        plugins: [...findFlow(route.flow_ref, below(warn, `${pointer}/flow_ref`)), ...slots],
      },
    }
  })
  if (tokenPlans.length === 0) return placed
  const taken = places.get(TOKEN_ROUTE)
  if (taken !== undefined) {
    warn(
      `/routes/${taken}/id`,
      `The id ${TOKEN_ROUTE} is that of the route for tokens, which is left out: rename the route`,
    )
    return placed
  }
  const { name, enabled, ...own } = tokenRoute(base, tokenPlans)
  const route = { id: `${id}:${TOKEN_ROUTE}`, name, enabled, ...common, ...own }
  return [...placed, { pointer: '/documentation/plans', route }]
}
