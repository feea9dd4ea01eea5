import type { CompiledRoute } from './compiled.ts'
import { orderOf } from './precedence.ts'
import type { RouteWarning } from './warnings.ts'

/** What a row shows of a compiled route, and what it is searched and sorted by. */
export interface RouteRow {
  /** Identifies it among all routes: the id, unless two routes share it. */
  readonly key: string
  readonly id: string
  readonly name: string
  /** The id of its API. */
  readonly api: string
  /** Its place among the routes of its API. */
  readonly place: number
  readonly isDraft: boolean
  readonly isDisabled: boolean
  readonly isRefused: boolean
  /** Empty: every method. */
  readonly methods: readonly string[]
  /** The domains with their paths. */
  readonly places: readonly string[]
  /** The plugins that are enabled, by short name. */
  readonly plugins: readonly string[]
  /** The id of its backend, if it has one. */
  readonly backend?: string
  /** The ids of all backends that it uses, of its plugins too. */
  readonly uses: readonly string[]
  readonly warnings: readonly RouteWarning[]
  /** Sorts routes as the router asks them. */
  readonly order: string
  /** All that it is searched by, in lower case. */
  readonly text: string
}

/** The row of a compiled route. `place` is its place among the routes of its API. */
export function toRow(route: CompiledRoute, place: number): RouteRow {
  const { id, name, api_ref: api, frontend, backend } = route
  const plugins = route.plugins.filter(({ enabled }) => enabled).map(({ plugin }) => once(shortName(plugin)))
  const methods = frontend.methods.map(once)
  const named = route.plugins.flatMap(({ backends = {} }) => Object.keys(backends))
  return {
    key: id,
    id,
    name,
    api: once(api),
    place,
    isDraft: route.draft,
    isDisabled: !route.enabled,
    isRefused: route.refusal !== undefined,
    methods,
    places: frontend.domains,
    plugins,
    ...(backend.ref !== undefined && { backend: once(backend.ref) }),
    uses: [...new Set([...(backend.ref === undefined ? [] : [once(backend.ref)]), ...named])],
    warnings: [],
    order: orderOf(route, place),
    text: [id, name, ...methods, ...frontend.domains, backend.ref ?? '', ...plugins].join('\n').toLowerCase(),
  }
}

/** The short name of a plugin: `ApikeyCalls`; the whole id of plugins of the embedding program. */
export const shortName = (plugin: string): string => plugin.replace(/^cp:gateway\.next\.plugins\./, '')

const texts = new Map<string, string>()

/** The same text for equal texts: thousands of routes share a few names, and each answer brings its own copies. */
function once(text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  texts.set(text, text)
  return text
}
