import type { ApiTraffic, RouteTraffic } from '@signalbox/core/gateway'
import { addTo, createHistogram, type Histogram } from './histogram.ts'
import { readKey } from './request-key.ts'
import { OTHERS, type RouteCounters } from './route-counters.ts'

/** Lists what was counted, by API and route. APIs and routes without requests are left out. */
export function trafficOf(counters: Iterable<RouteCounters>): ApiTraffic[] {
  const used = [...counters].filter(({ requests }) => requests.size > 0)
  const hasOthers = used.some(({ route }) => route === OTHERS)
  const byApi = Map.groupBy(used, ({ api }) => (api === '' || (hasOthers && api === OTHERS) ? undefined : api))
  return [...byApi].map(([api, routes]) => ({
    ...(api !== undefined && { api }),
    durations: toDurations(routes.map(({ durations }) => durations)),
    backendDurations: toDurations(routes.map(({ backendDurations }) => backendDurations)),
    routes: routes.map(toRoute),
  }))
}

function toRoute({ route, requests, overLimit }: RouteCounters): RouteTraffic {
  const counted = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
  const causes: Record<string, number> = {}
  for (const [key, count] of requests) {
    const { statusClass, cause } = readKey(key)
    counted[statusClass] += count
    if (cause !== '') causes[cause] = (causes[cause] ?? 0) + count
  }
  return { ...(route !== '' && { route }), requests: counted, causes, overLimit }
}

/** Routes of an API share a histogram, which counts once. */
function toDurations(histograms: readonly Histogram[]): ApiTraffic['durations'] {
  const all = createHistogram()
  for (const one of new Set(histograms)) addTo(all, one)
  return { counts: [...all.counts], sum: Math.round(all.sum * 1e6) / 1000 }
}
