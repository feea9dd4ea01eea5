import type { api } from '../../../calls/api.ts'

/** What data planes have counted since they started. */
export type TrafficAnswer = Awaited<ReturnType<typeof api.gateway.traffic>>
type PlaneTraffic = TrafficAnswer['results'][number]
type ApiTraffic = PlaneTraffic['apis'][number]
type RouteTraffic = ApiTraffic['routes'][number]

/** Numbers by name. */
export type Counts = Readonly<Record<string, number>>

/** What was counted of a route: requests by class of status, and what the gateway responded itself by cause. */
export interface RouteCounts {
  readonly requests: Counts
  readonly causes: Counts
}

/** What was counted of an API: its routes, and how many of its requests took how long, by bucket. */
export interface ApiCounts {
  readonly durations: readonly number[]
  readonly routes: ReadonlyMap<string, RouteCounts>
}

/** What happened between two answers. Without a name are requests that no route took. */
export interface Increment {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly apis: ReadonlyMap<string, ApiCounts>
}

/**
 * What happened between two answers, over all data planes. A data plane that has restarted counts from zero again, and so
 * does one that is new; one that was not asked before but has been counting for longer is left out. `undefined` without
 * data planes, or if no time has passed.
 */
export function incrementOf(before: TrafficAnswer, after: TrafficAnswer): Increment | undefined {
  const from = latest(before)
  const to = latest(after)
  if (from === undefined || to === undefined || to <= from) return undefined
  let apis: ReadonlyMap<string, ApiCounts> = new Map()
  for (const plane of after.results) {
    const known = before.results.find((one) => one.plane === plane.plane && one.since === plane.since)
    if (known || plane.since >= from) apis = addApis(apis, grown(known, plane))
  }
  return { from, to, apis }
}

const latest = ({ results }: TrafficAnswer): number | undefined =>
  results.length === 0 ? undefined : Math.max(...results.map(({ at }) => at))

/** What a data plane has counted since an earlier answer, or since its start. */
function grown(before: PlaneTraffic | undefined, { apis }: PlaneTraffic): ReadonlyMap<string, ApiCounts> {
  const earlier = new Map(before?.apis.map((one) => [one.api, one]))
  return new Map(apis.map((one) => [one.api ?? '', grownApi(earlier.get(one.api), one)]))
}

function grownApi(before: ApiTraffic | undefined, { durations, routes }: ApiTraffic): ApiCounts {
  const earlier = new Map(before?.routes.map((one) => [one.route, one]))
  return {
    durations: durations.counts.map((count, at) => less(count, before?.durations.counts[at])),
    routes: new Map(routes.map((one) => [one.route ?? '', grownRoute(earlier.get(one.route), one)])),
  }
}

const grownRoute = (before: RouteTraffic | undefined, { requests, causes }: RouteTraffic): RouteCounts => ({
  requests: grownCounts(before?.requests, requests),
  causes: grownCounts(before?.causes, causes),
})

const grownCounts = (before: Counts | undefined, after: Counts): Counts =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, less(count, before?.[name])] as const)
      .filter(([, count]) => count > 0),
  )

const less = (count: number, before = 0): number => Math.max(0, count - before)

/** The sum of what was counted, by API. */
export function addApis(
  one: ReadonlyMap<string, ApiCounts>,
  other: ReadonlyMap<string, ApiCounts>,
): ReadonlyMap<string, ApiCounts> {
  const sum = new Map(one)
  for (const [name, counts] of other) sum.set(name, addApi(sum.get(name), counts))
  return sum
}

function addApi(one: ApiCounts | undefined, other: ApiCounts): ApiCounts {
  if (!one) return other
  const routes = new Map(one.routes)
  for (const [name, counts] of other.routes) {
    const known = routes.get(name)
    const requests = addCounts(known?.requests, counts.requests)
    routes.set(name, { requests, causes: addCounts(known?.causes, counts.causes) })
  }
  return { durations: other.durations.map((count, at) => count + (one.durations[at] ?? 0)), routes }
}

/** The sum of numbers by name. */
export function addCounts(one: Counts | undefined, other: Counts): Counts {
  const sum: Record<string, number> = { ...one }
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
