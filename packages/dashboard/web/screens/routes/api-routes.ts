import type { CompiledRoute } from './compiled.ts'
import { type RouteRow, toRow } from './route-row.ts'
import { type RouteWarning, subjectOf, worstFirst } from './warnings.ts'

/** What is known of the routes of one API. */
export interface ApiRoutes {
  /** In the order of the API: the live routes, then the drafts. */
  readonly rows: readonly RouteRow[]
  /** All warnings about the API, those about its routes too. */
  readonly warnings: readonly RouteWarning[]
}

/** Adds routes of an API, in their order, to those before them. The warnings are those about the whole API. */
export function withRoutes(
  known: readonly RouteRow[],
  routes: readonly CompiledRoute[],
  warnings: readonly RouteWarning[],
): ApiRoutes {
  const all = [...known, ...routes.map((route, at) => toRow(route, known.length + at))]
  return { rows: warnings.length === 0 ? all : marked(all, warnings), warnings }
}

/**
 * Gives routes the warnings about them. Pointers count the routes of a definition, which are compiled in their order:
 * the live routes, then those of the draft. Without live routes, and without a draft, draft routes come from the API.
 */
function marked(rows: readonly RouteRow[], warnings: readonly RouteWarning[]): RouteRow[] {
  const firstDraft = rows.findIndex(({ isDraft }) => isDraft)
  const live = firstDraft < 0 ? rows.length : firstDraft
  const found = new Map<number, RouteWarning[]>()
  for (const warning of warnings) {
    const subject = subjectOf(warning.pointer)
    if (!subject) continue
    const at = subject.isDraft ? live + subject.place : subject.place
    found.set(at, [...(found.get(at) ?? []), warning])
  }
  return rows.map((row, at) => {
    const own = found.get(at)
    return own || row.warnings.length > 0 ? { ...row, warnings: (own ?? []).sort(worstFirst) } : row
  })
}
