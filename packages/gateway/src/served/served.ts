import {
  asOther,
  type CompiledRoute,
  compile,
  type ErrorTemplate,
  type GatewayUnit,
  type LiveConsumers,
  type OtherApi,
  type PluginCatalog,
  type SourcedApi,
  type StoredBackend,
  storedBackendsOf,
  successorsOf,
} from '@signalbox/core/gateway'
import type { Backends } from '../backends/backends.ts'
import type { Documents } from '../documents/documents.ts'
import type { RoutePlan } from '../exchange/route-plan.ts'
import type { LiveExperiments } from '../experiments/live-experiments.ts'
import type { CalendarUse } from '../limits/calendar-use.ts'
import type { Captures } from '../observe/captures.ts'
import type { Router, RouterEntry } from '../router/router.ts'
import { inTurn } from './in-turn.ts'

/** What a data plane serves: routes in the router, and error templates. */
export interface Served {
  /**
   * Applies changes: consumers at once, so that a revocation does not wait for routes that are being compiled. The rest
   * waits for the changes before it, is compiled in short slices, and then served within one tick. Requests see all of it
   * or nothing; those in flight keep the route with which they began. Resolves when it is served.
   */
  take(units: readonly GatewayUnit[]): Promise<void>
  /** Serves these routes, whatever API they are of. */
  serve(routes: readonly CompiledRoute[]): void
  readonly templates: ReadonlyMap<string, ErrorTemplate>
  /** The id of the last change event that was applied; -1 before the first snapshot. */
  readonly revision: number
}

interface ServedPorts {
  readonly router: Router<RoutePlan>
  /** Receives the routes that are served. */
  readonly backends: Pick<Backends, 'retain' | 'release'>
  /** Receives the APIs that are captured. */
  readonly captures: Pick<Captures, 'follow'>
  /** Receives the credentials, subscriptions and keys. */
  readonly consumers: Pick<LiveConsumers, 'apply'>
  /** Receives the earlier use of quotas. */
  readonly quotas: Pick<CalendarUse, 'load'>
  /** Keeps the OpenAPI documents of the APIs. */
  readonly documents: Pick<Documents, 'keep'>
  /** Receives the experiments. */
  readonly experiments: Pick<LiveExperiments, 'apply'> | undefined
  readonly catalog: PluginCatalog
  readonly planOf: (route: CompiledRoute, testingHeader: string | undefined) => RoutePlan
  /** Lets other work have the thread. */
  readonly turn: () => Promise<void>
  readonly clock: () => number
}

/** How long compiling keeps the thread, in milliseconds. */
const SLICE_MS = 5

/** Creates the state of a data plane, empty. */
export function createServed(ports: ServedPorts): Served {
  const {
    router,
    backends: usedBackends,
    captures,
    consumers,
    quotas,
    documents,
    experiments,
    catalog,
    planOf,
    turn,
    clock,
  } = ports
  /** What the APIs that they replace need of APIs. */
  const others = new Map<string, OtherApi>()
  /** The definitions of APIs that name others, as JSON: they are compiled again when these change. All others are compiled once. */
  const texts = new Map<string, string>()
  const backends = new Map<string, StoredBackend>()
  const templates = new Map<string, ErrorTemplate>()
  /** The APIs that name a stored backend, or another API as successor, whether it exists or not. */
  const users = new Map<string, Set<string>>()
  /** The stored backends and successors that an API names. */
  const used = new Map<string, ReadonlySet<string>>()
  let revision = -1

  /** Remembers the things of units, and returns the APIs to compile and the steps to take within the tick. */
  function remember(units: readonly GatewayUnit[]) {
    const stale = new Set<string>()
    const fresh = new Map<string, SourcedApi | undefined>()
    const steps: (() => void)[] = []
    for (const unit of units) {
      if (unit.kind === 'end') continue
      const { kind, key } = unit
      if (kind === 'quota')
        for (const { period, used } of unit.value ?? []) steps.push(() => quotas.load(key, period, used))
      else if (kind === 'error-template') steps.push(() => setOrDelete(templates, key, unit.value))
      else if (kind === 'experiment') steps.push(() => experiments?.apply(unit))
      else if (kind === 'api') {
        fresh.set(key, unit.value)
        setOrDelete(others, key, unit.value && asOther(unit.value))
        documents.keep(key, unit.value?.documents)
        stale.add(key)
        for (const api of users.get(placeOf('api', key)) ?? []) stale.add(api)
      } else if (kind === 'backend') {
        setOrDelete(backends, key, unit.value)
        for (const api of users.get(placeOf('backend', key)) ?? []) stale.add(api)
      }
    }
    return { stale, fresh, steps }
  }

  /** Remembers which stored backends and successors an API names. */
  function follow(key: string, sourced: SourcedApi | undefined): void {
    for (const place of used.get(key) ?? []) users.get(place)?.delete(key)
    const definitions = sourced ? [sourced.live ?? sourced.api, sourced.draft ?? sourced.api] : []
    const named = new Set([
      ...definitions.flatMap((one) => storedBackendsOf(one, catalog)).map((id) => placeOf('backend', id)),
      ...(sourced ? successorsOf(sourced.api) : []).map((id) => placeOf('api', id)),
    ])
    setOrDelete(used, key, named.size > 0 ? named : undefined)
    setOrDelete(texts, key, named.size > 0 ? textOf(sourced) : undefined)
    for (const place of named) users.set(place, (users.get(place) ?? new Set()).add(key))
  }

  function entriesOf(
    key: string,
    fresh: ReadonlyMap<string, SourcedApi | undefined>,
  ): readonly RouterEntry<RoutePlan>[] {
    const text = fresh.has(key) ? undefined : texts.get(key)
    const sourced = text === undefined ? fresh.get(key) : (JSON.parse(text) as SourcedApi)
    if (text === undefined) follow(key, sourced)
    if (!sourced) return []
    const { api, live, deployment, draft } = sourced
    const references = {
      ...(live && { live }),
      ...(deployment !== undefined && { deployment }),
      ...(draft && { draft }),
    }
    return toEntries(key, compile(api, { ...references, backends, apis: others, plugins: catalog }).routes)
  }

  /** Keeps the plans of routes that have not changed, and with them the state of their plugins. */
  function toEntries(key: string, routes: readonly CompiledRoute[]): readonly RouterEntry<RoutePlan>[] {
    const before = new Map(router.entriesOf(key).map((entry) => [entry.route.id, entry]))
    const header = routes.find(({ testing }) => testing)?.testing?.header.toLowerCase()
    return routes.map((route) => {
      const known = before.get(route.id)
      const isSame =
        known && known.plan.testingHeader === header && JSON.stringify(known.route) === JSON.stringify(route)
      return isSame ? known : { route, plan: planOf(route, header) }
    })
  }

  /**
   * Backends of new routes are retained before backends of old routes are released, so shared backends keep their
   * state.
   */
  function replace(key: string, entries: readonly RouterEntry<RoutePlan>[]): void {
    const before = new Set(router.entriesOf(key))
    for (const entry of entries) if (!before.delete(entry)) usedBackends.retain(entry.route)
    router.replace(key, entries)
    captures.follow(
      key,
      entries.some(({ route }) => route.capture),
    )
    for (const { route } of before) usedBackends.release(route)
  }

  const apply = inTurn(async (units: readonly GatewayUnit[]) => {
    const { stale, fresh, steps } = remember(units)
    let from = clock()
    for (const key of stale) {
      const entries = entriesOf(key, fresh)
      steps.push(() => replace(key, entries))
      if (clock() - from < SLICE_MS) continue
      await turn()
      from = clock()
    }
    for (const step of steps) step()
    // A control plane that was restored from a backup begins again with a lower revision.
    for (const unit of units) if (unit.kind === 'end') revision = unit.revision
  })

  return {
    take(units) {
      for (const unit of units) if (unit.kind !== 'end') consumers.apply(unit)
      return apply(units)
    },
    serve(routes) {
      const byApi = Map.groupBy(routes, ({ api_ref }) => api_ref)
      for (const [key, some] of byApi) replace(key, toEntries(key, some))
      revision = 0
    },
    templates,
    get revision() {
      return revision
    },
  }
}

/** A text for each thing that APIs may name. */
const placeOf = (kind: 'api' | 'backend', id: string): string => `${kind} ${id}`

/** A definition as text takes a fraction of the memory of its objects. Documents are kept elsewhere. */
const textOf = (sourced: SourcedApi | undefined): string | undefined =>
  sourced && JSON.stringify({ ...sourced, documents: undefined })

function setOrDelete<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}
