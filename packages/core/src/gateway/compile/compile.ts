import { builtInCatalog, type PluginCatalog } from '../../plugins/create-catalog.ts'
import type { ApiDefinition, ApiState, GatewayApi } from '../apis/api.ts'
import type { StoredBackends } from './backends/backend.ts'
import { warnOfCollisions } from './collisions.ts'
import type { Compiled } from './compiled-route.ts'
import { compileDefinition, type Placed } from './definition.ts'
import { compileLifecycle, type OtherApis } from './lifecycle.ts'
import { testingHeader, toDraft } from './testing.ts'
import { below, collectWarnings, type Warn } from './warnings.ts'

/** What `compile` needs beyond the API itself. */
export interface CompileReferences {
  /** The definition that is served: that of the newest deployment. @default the API itself */
  readonly live?: ApiDefinition
  /** The definition behind draft routes: the draft. @default the API itself */
  readonly draft?: ApiDefinition
  /** The id of the deployment that `live` comes from. */
  readonly deployment?: string
  /** Backends that all APIs can use, by id. @default none */
  readonly backends?: StoredBackends
  /** Other APIs, to find the successors of this one. @default none: links to successors are left out */
  readonly apis?: OtherApis
  /** The plugins that flows can use: `box.plugins`. @default the plugins of this package */
  readonly plugins?: PluginCatalog
}

/**
 * Whether the live routes of an API are served in a state. Draft routes are served whenever testing is on, unless the
 * API is removed.
 */
const isLive = { staging: false, published: true, deprecated: true, removed: false } satisfies Record<ApiState, boolean>

/**
 * Compiles an API into routes with nothing left to look up. Pure and deterministic; never throws.
 * A route of which a part cannot be compiled gets a `refusal` instead of letting requests pass; a warning with a JSON
 * pointer says why. `enabled`, `state`, `testing` and dates of deprecations are read from the API; everything else from `live` and `draft`,
 * each of which can also be disabled alone.
 * Routes contain the secrets of plans and share objects with the input: do not change them, and do not show them to
 * anyone.
 *
 * @example
 * const box = createSignalbox()
 * const api = await box.apis.get({ id: 'shop' })
 * const { routes, warnings } = compile(api, { plugins: box.plugins })
 * for (const { pointer, message } of warnings) console.warn(pointer, message)
 */
export function compile(api: GatewayApi, references: CompileReferences = {}): Compiled {
  const { warn, list } = collectWarnings()
  const placed = compileRoutes(api, references, warn)
  warnOfCollisions(placed, warn)
  return { routes: placed.map(({ route }) => route), warnings: list() }
}

/** Compiles the routes of one API with their places, without looking for conflicts between routes. */
export function compileRoutes(api: GatewayApi, references: CompileReferences, warn: Warn): Placed[] {
  const { id = '', enabled = true, state = 'staging' } = api
  const { live = api, draft, deployment, backends = new Map(), plugins: catalog = builtInCatalog } = references
  const lifecycle = compileLifecycle(api, live, references.apis ?? new Map())
  const given = { id, state, backends, catalog, lifecycle }
  if (!enabled) warn('/enabled', 'api.disabled')
  if (state === 'removed') warn('/state', 'api.removed')
  if (!enabled || state === 'removed') return []
  const header = testingHeader(api, warn)
  if (!isLive[state] && !header) warn('/state', 'api.staging', state)
  const liveRoutes = isLive[state]
    ? compileDefinition({ ...given, definition: live, deployment, isDraft: false }, warn)
    : []
  if (!header) return liveRoutes
  const place = draft ? '/draft' : ''
  const drafts = compileDefinition(
    { ...given, definition: draft ?? api, deployment: undefined, isDraft: true },
    below(warn, place),
  )
  return [
    ...liveRoutes,
    ...drafts.map(({ route, pointer }) => ({ route: toDraft(route, header), pointer: place + pointer })),
  ]
}
