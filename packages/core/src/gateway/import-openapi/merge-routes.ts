import { withSchemaDefaults } from '../../machine/records/defaults.ts'
import { type ApiRoute, apiRouteSchema } from '../routes/route.ts'
import { createIds } from './ids.ts'
import { isSame, mergeMembers, type ReportConflict, type Sides } from './merge-members.ts'
import { requestKeysOf } from './route-path.ts'

/** The members of a route that come from the document; all others are edited by hand. */
const owned = [
  ['name'],
  ['frontend', 'paths'],
  ['frontend', 'methods'],
  ['frontend', 'query'],
  ['frontend', 'headers'],
  ['frontend', 'strip_path'],
  ['frontend', 'strip_context_path'],
  ['frontend', 'exact'],
  ['backend'],
]

/** The merged routes, and the routes of the document under the ids of the API. */
interface MergedRoutes {
  readonly routes: readonly ApiRoute[]
  readonly base: readonly ApiRoute[]
}

/**
 * Merges the routes of a document into the routes of an API. An operation keeps its route even if its id or the route
 * was changed.
 */
export function mergeRoutes(
  { base = [], fresh, mine }: Sides<readonly ApiRoute[]>,
  report: ReportConflict,
): MergedRoutes {
  const before = new Map(base.map((route) => [keyOf(route), route]))
  const byId = new Map(mine.map((route) => [route.id, route]))
  const byKey = new Map(mine.toReversed().flatMap((route) => requestKeysOf(route).map((key) => [key, route] as const)))
  const byBareKey = new Map(
    mine.toReversed().flatMap((route) => requestKeysOf(withoutHeaders(route)).map((key) => [key, route] as const)),
  )
  const toId = createIds([...byId.keys(), ...base.map(({ id }) => id)])
  const find = (key: string, old: ApiRoute | undefined) =>
    (old && byId.get(old.id)) ?? byKey.get(key) ?? byKey.get(key.replace(/^\S+/, '*')) ?? byBareKey.get(key)

  const changed = new Map<ApiRoute, ApiRoute>()
  const added: ApiRoute[] = []
  const next = fresh.map((route): ApiRoute => {
    const key = keyOf(route)
    const old = before.get(key)
    const current = find(key, old)
    if (current) {
      changed.set(current, follow({ base: old, fresh: route, mine: changed.get(current) ?? current }, report))
      return { ...route, id: current.id }
    }
    const id = old?.id ?? toId(route.id)
    if (!old) added.push({ ...route, id })
    else if (!isSame({ ...route, id }, old))
      report('routes', id, {
        message: `The document changes the route ${id}, which was deleted in the API: it stays deleted`,
      })
    return { ...route, id }
  })

  const now = new Set(fresh.map(keyOf))
  const dropped = new Set<ApiRoute>()
  for (const [key, old] of before) {
    const current = now.has(key) ? undefined : find(key, old)
    if (!current || changed.has(current)) continue
    if (isSame(current, { ...old, id: current.id })) dropped.add(current)
    else
      report('routes', current.id, {
        message: `The document no longer has the route ${current.id}, which was edited in the API: it is kept`,
      })
  }
  const kept = mine.filter((route) => !dropped.has(route)).map((route) => changed.get(route) ?? route)
  return { routes: [...kept, ...added], base: next }
}

/** The route without its header conditions: adding one by hand does not make it another operation. */
const withoutHeaders = ({ frontend: { headers: _, ...frontend } = {}, ...route }: ApiRoute): ApiRoute => ({
  ...route,
  frontend,
})

/** The key of a route's operation: its first request. */
const keyOf = (route: ApiRoute): string => requestKeysOf(route)[0] ?? ''

/** A route with defaults only, so that defaults do not count as changes by hand. */
const unsaid = ({ id }: ApiRoute): ApiRoute => withSchemaDefaults(apiRouteSchema, { id })

/** Merges the document into one route. A route made by hand that matches more than the operation stays as it is. */
function follow({ base, fresh, mine }: Sides<ApiRoute>, report: ReportConflict): ApiRoute {
  if (base || keyOf(mine) === keyOf(fresh))
    return mergeMembers(owned, { base: base ?? unsaid(mine), fresh, mine }, (at, message) =>
      report('routes', mine.id, { at, message }),
    )
  report('routes', mine.id, {
    message: `The route ${mine.id} was added in the API and matches the operation ${fresh.id} of the document: it is kept unchanged`,
  })
  return mine
}
