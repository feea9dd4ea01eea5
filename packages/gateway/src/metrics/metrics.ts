import type { ApiOutcomes, ApiTraffic } from '@signalbox/core/gateway'
import type { UsedBackend } from '../backends/uses.ts'
import { limitCauses } from '../limits/refusals.ts'
import type { ProxyHeader } from '../request/settings.ts'
import { backendMetrics } from './backend-metrics.ts'
import { escaped, familyIn, type MetricsFormat } from './family.ts'
import { createHistogram, linesOf, observe } from './histogram.ts'
import { Outcomes } from './outcomes.ts'
import { keyOf, readKey } from './request-key.ts'
import { type ApiCounters, type Durations, OTHERS, type RouteCounters } from './route-counters.ts'
import { trafficOf } from './traffic.ts'

/** Refusals of the requests of further plans are counted together, as the plan `_other`. */
const MOST_PLANS = 1000

/** Further routes are counted together, as the route `_other`. */
const MOST_ROUTES = 5000

/** What is counted when an exchange ends. */
interface Counted {
  readonly method: string
  readonly status: number
  readonly cause: string | undefined
  readonly ms: number
  readonly backendMs: number | undefined
  /** Whether a rate limit that only observes would have refused it. */
  readonly isOverLimit?: boolean
  /** The plan of the consumer. */
  readonly plan?: string | undefined
}

/** Values that are read when metrics are shown. */
export interface Gauges {
  readonly revision: number
  /** Seconds since the last contact with the source. */
  readonly age: number
  readonly routes: number
  readonly logDropped: number
  /** Requests whose usage was not reported yet. */
  readonly usageUnsent: number
  readonly backends: Iterable<UsedBackend>
}

/** The metrics of a data plane. */
export interface Metrics {
  /** The counters of a route; without a route, the counters of requests that have none. */
  countersOf(route?: { readonly id: string; readonly api_ref: string }): RouteCounters
  began(): void
  /** Counts a value of a trusted proxy that cannot be read. */
  unreadable(header: ProxyHeader): void
  ended(counters: RouteCounters, counted: Counted): void
  /** What was counted, by API and route, and the requests that are being served. */
  traffic(): { readonly inFlight: number; readonly apis: ApiTraffic[] }
  /** How the last requests to each API ended, of those with requests in the last hour. */
  outcomes(now: number, options?: { readonly minutes?: boolean; readonly routes?: boolean }): ApiOutcomes[]
  /** The metrics as text, in the format of Prometheus or OpenMetrics. */
  show(gauges: Gauges, format?: MetricsFormat): string
}

/** The most routes of an API that are reported as failing. */
const MOST_FAILING = 100

/** Creates metrics. Labels are bounded: methods, classes and causes come from tables, routes up to 5,000. */
export function createMetrics(): Metrics {
  const known = new Map<string, RouteCounters>()
  const apis = new Map<string, ApiCounters>()
  /** Requests that were refused by a limit or quota, by plan; requests without a plan under the empty text. */
  const limited = new Map<string, number>()
  /** Values of trusted proxies that could not be read, by header. */
  const unreadable = new Map<ProxyHeader, number>()
  let inFlight = 0

  function create(route: string, api: string): RouteCounters {
    const shared = apis.get(api) ?? {
      durations: createHistogram(),
      backendDurations: createHistogram(),
      outcomes: new Outcomes(),
    }
    apis.set(api, shared)
    const ofRoute = new Outcomes({ minutes: false })
    const counters = { api, route, requests: new Map<number, number>(), overLimit: 0, ofRoute, ...shared }
    known.set(route, counters)
    return counters
  }

  function countLimited({ plan = '' }: Counted): void {
    const label = limited.has(plan) || limited.size < MOST_PLANS ? plan : OTHERS
    limited.set(label, (limited.get(label) ?? 0) + 1)
  }

  const none = create('', '')

  return {
    countersOf(route) {
      if (!route) return none
      const found = known.get(route.id)
      if (found) return found
      if (known.size > MOST_ROUTES) return known.get(OTHERS) ?? create(OTHERS, OTHERS)
      return create(route.id, route.api_ref)
    },
    began() {
      inFlight++
    },
    unreadable(header) {
      unreadable.set(header, (unreadable.get(header) ?? 0) + 1)
    },
    ended(counters, counted) {
      const { requests, durations, backendDurations } = counters
      inFlight--
      if (counted.isOverLimit) counters.overLimit++
      if (counted.cause !== undefined && limitCauses.has(counted.cause)) countLimited(counted)
      const key = keyOf(counted)
      requests.set(key, (requests.get(key) ?? 0) + 1)
      observe(durations, counted.ms)
      if (counted.backendMs !== undefined) observe(backendDurations, counted.backendMs)
    },
    traffic: () => ({ inFlight, apis: trafficOf(known.values()) }),
    outcomes(now, options) {
      const routes = options?.routes ? failingRoutes(known.values(), now) : undefined
      return [...apis].flatMap(([api, { outcomes }]) => {
        const told = outcomes.told(api, now, options)
        return told ? [{ ...told, ...(routes && { routes: (routes.get(api) ?? []).slice(0, MOST_FAILING) }) }] : []
      })
    },
    show({ revision, age, routes, logDropped, usageUnsent, backends }, format = 'prometheus') {
      const family = familyIn(format)
      const single = (name: string, type: string, help: string, value: number): readonly string[] =>
        family(name, type, help, [`${name} ${value}`])
      const requests = [...known.values()].flatMap((counters) =>
        [...counters.requests].map(
          ([key, count]) => `signalbox_gateway_requests_total{${labelsOf(counters, key)}} ${count}`,
        ),
      )
      const overLimit = [...known.values()].flatMap(({ api, route, overLimit: count }) =>
        count === 0
          ? []
          : [`signalbox_gateway_over_limit_total{api="${escaped(api)}",route="${escaped(route)}"} ${count}`],
      )
      const seconds = (member: keyof Durations, name: string, help: string): readonly string[] =>
        family(
          name,
          'histogram',
          help,
          [...apis].flatMap(([api, one]) => linesOf(name, one[member], `api="${escaped(api)}"`)),
        )
      return `${[
        ...family('signalbox_gateway_requests_total', 'counter', 'Requests, by route and outcome', requests),
        ...family(
          'signalbox_gateway_over_limit_total',
          'counter',
          'Requests beyond a rate limit that only observes',
          overLimit,
        ),
        ...family(
          'signalbox_gateway_limited_total',
          'counter',
          'Requests that a rate limit or quota refused, by plan of the consumer',
          [...limited].map(([plan, count]) => `signalbox_gateway_limited_total{plan="${escaped(plan)}"} ${count}`),
        ),
        ...family(
          'signalbox_gateway_forwarded_unreadable_total',
          'counter',
          'Headers of trusted proxies that could not be read and were ignored',
          [...unreadable].map(
            ([header, count]) => `signalbox_gateway_forwarded_unreadable_total{header="${header}"} ${count}`,
          ),
        ),
        ...seconds(
          'durations',
          'signalbox_gateway_request_seconds',
          'Seconds from a request to the end of its response',
        ),
        ...seconds(
          'backendDurations',
          'signalbox_gateway_backend_seconds',
          'Seconds until the head of a backend response',
        ),
        ...single('signalbox_gateway_in_flight', 'gauge', 'Requests that are being served', inFlight),
        ...single('signalbox_gateway_routes', 'gauge', 'Routes that are served', routes),
        ...single('signalbox_gateway_config_revision', 'gauge', 'The last change event that was applied', revision),
        ...single(
          'signalbox_gateway_config_age_seconds',
          'gauge',
          'Seconds since the last contact with the source',
          age,
        ),
        ...single(
          'signalbox_gateway_log_dropped_total',
          'counter',
          'Lines of the access log that were dropped',
          logDropped,
        ),
        ...single('signalbox_gateway_usage_unsent', 'gauge', 'Requests whose usage was not reported yet', usageUnsent),
        ...backendMetrics(backends, family),
        ...(format === 'openmetrics' ? ['# EOF'] : []),
      ].join('\n')}\n`
    },
  }
}

function labelsOf({ api, route }: RouteCounters, key: number): string {
  const { method, statusClass, cause } = readKey(key)
  return `api="${escaped(api)}",route="${escaped(route)}",method="${method}",status_class="${statusClass}",cause="${cause}"`
}

/** The routes whose requests fail, by API. */
function failingRoutes(known: Iterable<RouteCounters>, now: number): ReadonlyMap<string, FailingRoute[]> {
  const found = new Map<string, FailingRoute[]>()
  for (const { api, route, ofRoute } of known) {
    const last = ofRoute.last(now)
    if (last?.failingSince === undefined || route === OTHERS) continue
    const some = found.get(api) ?? []
    found.set(api, some)
    const { at: _, ...told } = last
    some.push({ route, ...told })
  }
  return found
}

type FailingRoute = NonNullable<ApiOutcomes['routes']>[number]
