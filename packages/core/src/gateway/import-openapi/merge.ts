import { withSchemaDefaults } from '../../machine/records/defaults.ts'
import { object } from '../../machine/schema/schema.ts'
import { type ApiDefinition, apiSchema } from '../apis/api.ts'
import { type ApiBackend, apiBackendSchema } from '../backends/backend.ts'
import {
  isSame,
  type MergeConflict,
  mergeMembers,
  mergeTogether,
  type ReportConflict,
  type Sides,
} from './merge-members.ts'
import { mergeRoutes } from './merge-routes.ts'
import type { ImportedApi } from './reading.ts'

/** The result of a merge. */
export interface Merged {
  readonly api: ApiDefinition
  /** The content of the document under the ids of the API: the base of the next merge. */
  readonly base: ImportedApi
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Merges a document into an existing API. The API takes over what the document changed since its last import; changes
 * by hand stay. If both changed, the change by hand wins and a conflict is reported. Routes are matched by method and
 * path shape. Pure.
 */
export function mergeImport(sides: Omit<Sides<ImportedApi>, 'mine'> & { mine: ApiDefinition }): Merged {
  const { mine } = sides
  const fresh = withDefaultsOfApis(sides.fresh)
  const base = sides.base && withDefaultsOfApis(sides.base)
  const found: (Parameters<ReportConflict> & unknown[])[] = []
  const report: ReportConflict = (...conflict) => found.push(conflict)
  const own = mergeMembers<object>(
    [['name'], ['description'], ['version']],
    { base: base ?? withDefaultsOfApis({} as ImportedApi), fresh, mine },
    (at, message) => report('', '', { at, message }),
  ) as ApiDefinition
  const merged = mergeRoutes({ base: base?.routes, fresh: fresh.routes, mine: mine.routes ?? [] }, report)
  const routes = merged.routes
  const backends = mergeBackends(
    { base: base?.backends, fresh: fresh.backends, mine: mine.backends ?? [] },
    {
      used: new Set(routes.map(({ backend }) => backend)),
      usedBefore: new Set(mine.routes?.map(({ backend }) => backend)),
    },
    report,
  )
  const api: ApiDefinition = { ...own, routes: [...routes], backends }
  const pointerTo = (list: 'routes' | 'backends' | '', id: string, at: readonly string[] = []) => {
    const place = list === '' ? -1 : (api[list] ?? []).findIndex((one) => one.id === id)
    return [...(list === '' ? [] : [list]), ...(place < 0 ? [] : [place]), ...at].map((step) => `/${step}`).join('')
  }
  return {
    api,
    base: { ...fresh, routes: merged.base },
    conflicts: found.map(([list, id, { at, message, kept = 'api' }]) => ({
      pointer: pointerTo(list, id, at),
      message,
      kept,
    })),
  }
}

/** Fills in the defaults of an API, which would otherwise look like changes by hand. */
export const withDefaultsOfApis = (imported: ImportedApi): ImportedApi => withSchemaDefaults(importedSchema, imported)

const { description, routes, backends } = apiSchema.properties
const importedSchema = object({ description, routes, backends })

/**
 * The address of a backend. Its members are merged together: the host of one side with the path of the other would be
 * an address that nobody chose.
 */
const place = [
  ['backend', 'targets'],
  ['backend', 'root'],
] as const

function mergeBackends(
  { base = [], fresh, mine }: Sides<readonly ApiBackend[]>,
  { used, usedBefore }: Readonly<Record<'used' | 'usedBefore', ReadonlySet<string | undefined>>>,
  report: ReportConflict,
): ApiBackend[] {
  const before = new Map(base.map((one) => [one.id, one]))
  const now = new Map(fresh.map((one) => [one.id, one]))
  const kept = mine.flatMap((one) => {
    const [old, next] = [before.get(one.id), now.get(one.id)]
    if (next)
      return mergeTogether(
        place,
        { base: old ?? withSchemaDefaults(apiBackendSchema, { id: one.id }), fresh: next, mine: one },
        (at, message) => report('backends', one.id, { at, message }),
      )
    if (!old || used.has(one.id)) return one
    if (isSame(one, old)) return []
    report('backends', one.id, {
      message: `The document no longer has servers for the backend ${one.id}, which was edited in the API: it is kept`,
    })
    return one
  })
  const there = new Set(mine.map(({ id }) => id))
  const added = fresh.filter(({ id }) => {
    if (there.has(id) || usedBefore.has(id)) return false
    if (before.has(id) && used.has(id))
      report('backends', id, {
        message: `The backend ${id} was deleted in the API, but a new route needs it: it is restored`,
        kept: 'document',
      })
    return used.has(id) || !before.has(id)
  })
  return [...kept, ...added]
}
