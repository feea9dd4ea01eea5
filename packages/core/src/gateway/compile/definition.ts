import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { ApiDefinition, ApiState } from '../apis/api.ts'
import { linkedDocument } from '../import-openapi/document-link.ts'
import type { ApiRoute } from '../routes/route.ts'
import { backendsOf, type FoundBackend, nowhere, type StoredBackends } from './backends/backend.ts'
import type { CompiledRoute, Refusal } from './compiled-route.ts'
import { type Chain, flowsOf } from './flow.ts'
import { warnOfForwarding } from './forward-rules.ts'
import { baseOf, compileFrontend, misconfigured } from './frontend.ts'
import { placesById } from './places.ts'
import { compilePlans } from './plans.ts'
import { keysRoute, type TokenRoute, tokenRoute } from './token-route.ts'
import { usageRoute } from './usage-route.ts'
import { below, type Warn } from './warnings.ts'

/** A compiled route and where it comes from. */
export interface Placed {
  readonly route: CompiledRoute
  /** A JSON pointer to its source in the API. */
  readonly pointer: string
}

/** A definition of an API and its context. */
export interface DefinitionContext {
  readonly id: string
  readonly definition: ApiDefinition
  readonly state: ApiState
  /** The id of its deployment, if any. */
  readonly deployment: string | undefined
  /** Whether its routes are for testing: then it publishes no keys. */
  readonly isDraft: boolean
  readonly backends: StoredBackends
  readonly catalog: PluginCatalog
  /** The announcements of the end of the API and of its plans. */
  readonly lifecycle: CompiledRoute['lifecycle']
}

/**
 * Compiles the routes of one definition into live routes. Steps: 1. paths, 2. backends, 3. flows, 4. plans. Step 5, in
 * `toDraft`, turns them into draft routes.
 */
export function compileDefinition(
  { id, definition, state, deployment, isDraft, backends, catalog, lifecycle }: DefinitionContext,
  warn: Warn,
): Placed[] {
  if (definition.enabled === false) {
    warn('/enabled', 'api.disabled')
    return []
  }
  const { groups = [], tags = [], metadata = {}, debug_flow = false, capture = false } = definition
  const { pass_headers = [], export_reporting = false, version = '0.0.1', blueprint = 'REST', routes = [] } = definition
  const places = placesById(routes, below(warn, '/routes'))
  const base = baseOf(definition, warn)
  const findBackend = backendsOf({ id, definition }, backends, warn)
  const findFlow = flowsOf(definition, { catalog, findBackend, document: linkedDocument(id, definition) }, warn)
  const security = compilePlans(definition, warn)
  const origin = { api_ref: id, api_state: state, version, ...(deployment !== undefined && { deployment }), blueprint }
  const common = {
    ...origin,
    ...(lifecycle && { lifecycle }),
    draft: false,
    groups,
    tags,
    metadata,
    debug_flow,
    capture,
    export_reporting,
    ...(pass_headers.length > 0 && { pass_headers }),
  }

  /** Finds the backend of a route. Warns about a route without a backend unless one of its plugins answers. */
  function backendOf({ backend: ref }: ApiRoute, { slots }: Chain, warnRoute: Warn): FoundBackend {
    if (ref !== undefined) {
      const found = findBackend(ref, warnRoute)
      return found ?? { backend: { ref, ...nowhere }, refusal: misconfigured(warnRoute('', 'backend.missing', ref)) }
    }
    const isAnswered = slots.some(({ plugin, enabled }) => enabled && catalog.find(plugin)?.answers)
    if (!isAnswered) warnRoute('', 'backend.none')
    return { backend: nowhere }
  }

  /** Places a route of the gateway itself, unless another route has its id. */
  function placeOf({ name, enabled, ...own }: TokenRoute, pointer: string): Placed[] {
    const taken = places.get(name)
    if (taken === undefined) return [{ pointer, route: { id: `${id}:${name}`, name, enabled, ...common, ...own } }]
    warn(`/routes/${taken}/id`, 'route.token.id', name)
    return []
  }

  const placed = routes.map((route, place): Placed => {
    const pointer = `/routes/${place}`
    const { enabled = true } = route
    if (!enabled) warn(`${pointer}/enabled`, 'route.disabled', route.id)
    const { frontend, refusal: unread } = compileFrontend(base, route.frontend, below(warn, `${pointer}/frontend`))
    const chain = findFlow(route.flow_ref, below(warn, `${pointer}/flow_ref`))
    const { backend, refusal: unsent } = backendOf(route, chain, below(warn, `${pointer}/backend`))
    const unforwarded = warnOfForwarding({ frontend, backend }, below(warn, `${pointer}/frontend`))
    const refusal: Refusal | undefined = chain.refusal ?? security.refusal ?? unread ?? unsent ?? unforwarded
    return {
      pointer,
      route: {
        id: `${id}:${route.id}`,
        name: route.name ?? route.id,
        enabled,
        ...common,
        frontend,
        ...(refusal && { refusal }),
        backend,
        plugins: [...chain.slots, ...security.slots],
      },
    }
  })
  const tokens =
    security.tokenPlans.length === 0
      ? []
      : [tokenRoute(base, security.tokenPlans), ...(isDraft ? [] : [keysRoute(base)])]
  return [
    ...placed,
    ...tokens.flatMap((one) => placeOf(one, '/documentation/plans')),
    ...(definition.show_usage === true ? placeOf(usageRoute(base, security), '/show_usage') : []),
  ]
}
