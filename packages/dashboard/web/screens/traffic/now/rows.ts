import { type Figures, figuresOf } from './figures.ts'
import type { Lately } from './history.ts'
import type { ApiCounts, TrafficAnswer } from './increments.ts'
import { quantileBound } from './quantiles.ts'

/** The columns by which rows are sorted. */
export const columns = ['name', 'requests', 'errors', 'refused', 'limited', 'p50', 'p95', 'p99'] as const
export type Column = (typeof columns)[number]

/** An API, or one of its routes below it, with what was counted lately. */
export interface TrafficRow extends Figures {
  readonly key: string
  /** The id of the API; empty for requests without a route. */
  readonly api: string
  /** The id of the route, if it is one. */
  readonly route?: string
  /** The bounds of the buckets of quantiles, in milliseconds. Only APIs have them. */
  readonly p50?: number
  readonly p95?: number
  readonly p99?: number
}

export interface Wanted {
  readonly search: string
  readonly column: Column
  /** The APIs whose routes are hidden. */
  readonly closed: ReadonlySet<string>
}

/** The rows of a table: APIs with their routes below them, filtered and sorted, those without requests lately, too. */
export function trafficRows(last: TrafficAnswer, recent: Lately | undefined, wanted: Wanted): readonly TrafficRow[] {
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const order = orderOf(wanted.column)
  const bounds = last.results[0]?.bounds ?? []
  const rows: (readonly [TrafficRow, readonly TrafficRow[]])[] = []
  for (const [api, names] of namesIn(last)) {
    const counts = recent?.apis.get(api)
    const shown = [...names].filter((route) => fits(route) || fits(api))
    if (shown.length === 0 && !fits(api)) continue
    rows.push([apiRow(api, counts, bounds), shown.map((route) => routeRow(api, route, counts)).sort(order)])
  }
  return rows
    .sort(([one], [other]) => order(one, other))
    .flatMap(([row, routes]) => [row, ...(wanted.closed.has(row.api) || row.api === '' ? [] : routes)])
}

/** The ids of the routes that had requests since the data planes started, by API. */
function namesIn({ results }: TrafficAnswer): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { apis } of results)
    for (const { api = '', routes } of apis) {
      const names = found.get(api) ?? new Set()
      for (const { route = '' } of routes) names.add(route)
      found.set(api, names)
    }
  return found
}

function apiRow(api: string, counts: ApiCounts | undefined, bounds: readonly number[]): TrafficRow {
  const at = (quantile: number) => counts && quantileBound(counts.durations, bounds, quantile)
  const [p50, p95, p99] = [at(0.5), at(0.95), at(0.99)]
  return {
    ...{ key: `api ${api}`, api, ...figuresOf(counts?.routes.values() ?? []) },
    ...(p50 !== undefined && { p50 }),
    ...(p95 !== undefined && { p95 }),
    ...(p99 !== undefined && { p99 }),
  }
}

function routeRow(api: string, route: string, counts: ApiCounts | undefined): TrafficRow {
  const found = counts?.routes.get(route)
  return { key: `route ${route}`, api, route, ...figuresOf(found ? [found] : []) }
}

/** Names rise, numbers fall: the most is of interest. */
const orderOf =
  (column: Column) =>
  (one: TrafficRow, other: TrafficRow): number => {
    const byName = nameOf(one).localeCompare(nameOf(other), 'en', { numeric: true })
    return column === 'name' ? byName : (other[column] ?? -1) - (one[column] ?? -1) || byName
  }

const nameOf = ({ api, route }: TrafficRow): string => route ?? api
