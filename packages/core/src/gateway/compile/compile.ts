import type { ApiDefinition, ApiState, GatewayApi } from '../api.ts'
import type { StoredBackends } from './backend.ts'
import { warnOfCollisions } from './collisions.ts'
import type { Compiled } from './compiled-route.ts'
import type { Placed } from './definition.ts'
import { compileDefinition, DISABLED } from './definition.ts'
import { testingHeader, toDraft } from './testing.ts'
import type { Warn } from './warn.ts'
import { below, collectWarnings } from './warn.ts'

/** What an API is compiled with. */
export interface CompileReferences {
  /** What serves: the definition of the newest deployment. @default the API itself */
  readonly live?: ApiDefinition
  /** What is tested: the saved draft. @default the API itself */
  readonly draft?: ApiDefinition
  /** Backends stored for all APIs, by id. @default none */
  readonly backends?: StoredBackends
}

/** Whether the routes of a state are served; draft routes are, wherever testing is on, unless the API is removed. */
const isLive = { staging: false, published: true, deprecated: true, removed: false } satisfies Record<ApiState, boolean>

/**
 * The ordinary routes that an API is (contract, "The API entity"; decisions 8.8): pure, the same bytes for the same input,
 * never an error. What cannot be compiled refuses requests rather than letting them pass, and is a warning with a JSON
 * pointer. The API says whether it serves and is tested (`enabled`, `state`, `testing`); all else is of what serves and of
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
  const { live = api, draft, backends = new Map() } = references
  if (!enabled) warn('/enabled', DISABLED)
  if (state === 'removed') warn('/state', 'The API is removed and has no routes')
  if (!enabled || state === 'removed') return []
  const header = testingHeader(api, warn)
  if (!isLive[state] && !header) warn('/state', `In ${state} there are draft routes only, when testing is on`)
  const liveRoutes = isLive[state] ? compileDefinition({ id, definition: live, backends }, warn) : []
  if (!header) return liveRoutes
  const place = draft ? '/draft' : ''
  const drafts = compileDefinition({ id, definition: draft ?? api, backends }, below(warn, place))
  return [
    ...liveRoutes,
    ...drafts.map(({ route, pointer }) => ({ route: toDraft(route, header), pointer: place + pointer })),
  ]
}
