import { canonicalJson } from '../../canonical-json.ts'
import type { JsonObject } from '../../json.ts'
import { isObject } from '../../json.ts'
import { valueAt } from '../../records/pointer.ts'
import type { ApiDefinition } from '../api.ts'
import type { ApiBackend } from '../backend.ts'
import type { ImportedApi } from './import-openapi.ts'
import { mergeRoutes } from './merge-routes.ts'

/** What a document and a person say differently, and whose word stands. */
export interface MergeConflict {
  /** A JSON pointer into the API, or to the list that a thing is missing from. */
  readonly pointer: string
  readonly message: string
  readonly kept: 'api' | 'document'
}

/** Takes down a conflict about one thing of a list, or about the API itself. */
export type ReportConflict = (
  list: 'routes' | 'backends' | '',
  id: string,
  conflict: { readonly at?: readonly string[]; readonly message: string; readonly kept?: MergeConflict['kept'] },
) => void

/** The three sides of a merge: what was imported before, what is imported now, and what a person made of the former. */
export interface Sides<T> {
  readonly base: T | undefined
  readonly fresh: T
  readonly mine: T
}

/** An API that followed a document. */
export interface Merged {
  readonly api: ApiDefinition
  /** What the document says now, under the ids of the API: the base of the next merge. */
  readonly base: ImportedApi
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Imports into an API that is there (decisions 8.9): what the document changed since it was last imported, the API follows; what was changed
 * by hand stays, and where both changed, the hand wins and the conflict is told. Routes are the same by method and shape of the path. Pure.
 */
export function mergeImport({ base, fresh, mine }: Omit<Sides<ImportedApi>, 'mine'> & { mine: ApiDefinition }): Merged {
  const found: (Parameters<ReportConflict> & unknown[])[] = []
  const report: ReportConflict = (...conflict) => found.push(conflict)
  const own = mergeMembers<object>([['name'], ['description'], ['version']], { base, fresh, mine }, (at, message) =>
    report('', '', { at, message }),
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

const ownedOfBackend = [
  ['backend', 'targets'],
  ['backend', 'root'],
]

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
      return mergeMembers(ownedOfBackend, { base: old, fresh: next, mine: one }, (at, message) =>
        report('backends', one.id, { at, message }),
      )
    if (!old || used.has(one.id)) return one
    if (isSame(one, old)) return []
    report('backends', one.id, {
      message: `The document has no servers for the backend ${one.id} any more; changed by hand, it stays`,
    })
    return one
  })
  const there = new Set(mine.map(({ id }) => id))
  const added = fresh.filter(({ id }) => {
    if (there.has(id) || usedBefore.has(id)) return false
    if (before.has(id) && used.has(id))
      report('backends', id, {
        message: `The backend ${id} was deleted by hand; a new route needs it: it is back`,
        kept: 'document',
      })
    return used.has(id) || !before.has(id)
  })
  return [...kept, ...added]
}

/** One side with those members of the document in it that only the document changed. */
export function mergeMembers<T extends object>(
  owned: readonly (readonly string[])[],
  { base, fresh, mine }: Sides<T>,
  conflict: (at: readonly string[], message: string) => void,
): T {
  return owned.reduce<T>((merged, at) => {
    const [old, next, current] = [base, fresh, mine].map((side) => valueAt(side, at))
    if (isSame(current, next) || isSame(next, old)) return merged
    if (isSame(current, old)) return withValue(merged, at, next) as T
    conflict(at, `The document says ${shown(next)}, the API ${shown(current)}: changed by hand, it stays`)
    return merged
  }, mine)
}

/** Whether two values are equal as JSON; what is absent equals what is absent. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b)

function withValue(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const { [step]: current, ...others } = isObject(node) ? node : ({} as JsonObject)
  const next = withValue(current, rest, value)
  return next === undefined ? others : { ...(node as JsonObject), [step]: next }
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
