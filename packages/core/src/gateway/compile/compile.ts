import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import { builtInCatalog } from '../../plugins/create-catalog.ts'
import type { ApiDefinition, ApiState, GatewayApi } from '../api.ts'
import type { StoredBackends } from './backend.ts'
import { warnOfCollisions } from './collisions.ts'
import type { Compiled } from './compiled-route.ts'
import type { Placed } from './definition.ts'
import { compileDefinition } from './definition.ts'
import { testingHeader, toDraft } from './testing.ts'
import type { Warn } from './warnings.ts'
import { below, collectWarnings } from './warnings.ts'

/** What an API is compiled with. */
export interface CompileReferences {
  /** What serves: the definition of the newest deployment. @default the API itself */
  readonly live?: ApiDefinition
  /** What is tested: the saved draft. @default the API itself */
  readonly draft?: ApiDefinition
  /** The id of the deployment that `live` is of. */
  readonly deployment?: string
  /** Backends stored for all APIs, by id. @default none */
  readonly backends?: StoredBackends
  /** The plugins that routes may have: `box.plugins`. @default those of this package */
  readonly plugins?: PluginCatalog
}

/** Whether the routes of a state are served; draft routes are, wherever testing is on, unless the API is removed. */
const isLive = { staging: false, published: true, deprecated: true, removed: false } satisfies Record<ApiState, boolean>

/**
 * The ordinary routes that an API is: pure, the same bytes for the same input, never an error. A route of which a part
 * cannot be compiled has a `refusal` rather than letting requests pass, and a warning with a JSON pointer says why. The API says whether it serves and is tested (`enabled`, `state`, `testing`); all else is of what serves and of
 * the draft, each of which may be disabled by itself too. Routes keep the secrets of plans in their plugins and share parts with what was given: read them, and show
 * them to nobody.
 */
export function compile(api: GatewayApi, references: CompileReferences = {}): Compiled {
  const { warn, list } = collectWarnings()
  const placed = compileRoutes(api, references, warn)
  warnOfCollisions(placed, warn)
  return { routes: placed.map(({ route }) => route), warnings: list() }
}

/** The routes of one API with their places, before they are held against each other. */
export function compileRoutes(api: GatewayApi, references: CompileReferences, warn: Warn): Placed[] {
  const { id = '', enabled = true, state = 'staging' } = api
  const { live = api, draft, deployment, backends = new Map(), plugins: catalog = builtInCatalog } = references
  const given = { id, state, backends, catalog }
  if (!enabled) warn('/enabled', 'api.disabled')
  if (state === 'removed') warn('/state', 'api.removed')
  if (!enabled || state === 'removed') return []
  const header = testingHeader(api, warn)
  if (!isLive[state] && !header) warn('/state', 'api.staging', state)
  const liveRoutes = isLive[state] ? compileDefinition({ ...given, definition: live, deployment }, warn) : []
  if (!header) return liveRoutes
  const place = draft ? '/draft' : ''
  const drafts = compileDefinition({ ...given, definition: draft ?? api, deployment: undefined }, below(warn, place))
  return [
    ...liveRoutes,
    ...drafts.map(({ route, pointer }) => ({ route: toDraft(route, header), pointer: place + pointer })),
  ]
}
