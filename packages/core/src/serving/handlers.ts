import { apis } from '../gateway/apis/api.ts'
import { backends } from '../gateway/backends/backend.ts'
import { type Caller, demand, may } from '../machine/callers/caller.ts'
import type { StreamShares } from '../machine/callers/stream-shares.ts'
import { type RevocationPorts, untilRevoked } from '../machine/callers/until-revoked.ts'
import { failure, problem } from '../machine/errors/errors.ts'
import type { Follower } from '../machine/log/follower.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { Handlers } from '../operation.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import type { UsageBatch } from '../usage/usage-batch.ts'
import { pageOfUsage } from '../usage/usage-page.ts'
import { createReporting, type ReporterPorts } from '../usage/usage-report.ts'
import { keepUsage, type RetentionPorts } from '../usage/usage-retention.ts'
import { type UsageReading, usageRows } from '../usage/usage-rows.ts'
import type { servingContract } from './contract.ts'
import type { ApiOutcomes } from './outcomes.ts'
import { checkPlaneUrl } from './planes/check-plane-url.ts'
import { createReportCheck } from './planes/check-report.ts'
import { briefNotes, type PlaneStatus } from './planes/data-plane.ts'
import type { Planes } from './planes/planes.ts'
import { createRemotePlanes, isLost } from './planes/remote-planes.ts'
import { takeUsage } from './planes/take-report.ts'
import { tellRefusals } from './planes/tell-refusals.ts'
import { keepSigningKeys } from './signing/keep-signing-keys.ts'
import { openSource } from './source/open-source.ts'
import { remoteSource } from './source/remote-source.ts'
import type { SourceFacts } from './source/wire-units.ts'
import { withSigningKeys } from './source/with-signing-keys.ts'
import { tailOf } from './tail/tail-stream.ts'
import {
  isVisible,
  type Readable,
  visible,
  visibleDecision,
  visibleLine,
  visibleOutcomes,
  visibleTraffic,
} from './tail/visible.ts'
import { urlOfPlanes } from './url-of-planes.ts'

/** The dependencies of what serves APIs. */
export interface ServingParts
  extends Pick<RetentionPorts, 'waitIdly' | 'report' | 'usageRetentionDays' | 'duties'>,
    Pick<ReporterPorts, 'random' | 'wait' | 'tellDue'>,
    RevocationPorts,
    Pick<SourceFacts, 'assignment'> {
  readonly instance: Instance
  readonly catalog: PluginCatalog
  readonly follower: Follower
  readonly shares: StreamShares
  /** The data planes of this process. */
  readonly planes: Planes
  /** Where clients reach the gateway. @default what data planes say */
  readonly gatewayUrl?: string | undefined
}

/** Creates the handlers that tell what the data planes of this process do, and what data planes read and report. */
export function openServing({ instance, catalog, follower, planes, gatewayUrl, ...ports }: ServingParts) {
  const shared = { ...ports, ...instance }
  const keys = keepSigningKeys({ instance, wait: ports.waitIdly, report: ports.report })
  const source = withSigningKeys(openSource({ ...instance, catalog }, follower), keys)
  const report = createReporting(shared)
  let keeping: Promise<void> | undefined
  /** Deletes old usage from now on: in processes that have data planes, read usage or have a set retention. */
  const keep = (): void => {
    keeping ??= keepUsage(shared)
  }
  const kept = {
    ...source,
    snapshot(signal?: AbortSignal) {
      keep()
      return source.snapshot(signal)
    },
    report(batch: UsageBatch) {
      keep()
      return report(batch)
    },
  }
  const check = createReportCheck(shared)
  const take = (batch: UsageBatch) => {
    keep()
    return report(batch, check)
  }
  const facts = { zone: instance.zone.name, assignment: ports.assignment }
  const others = createRemotePlanes(instance)
  const remote = remoteSource({ ...instance, ...ports, follower, catalog, source: kept, facts })
  const tellRefusal = tellRefusals(instance)
  return {
    keep,
    handlers: {
      gateway: servingHandlers(instance, { planes, others, gatewayUrl, keep, ports, remote, take, tellRefusal }),
    },
    source: kept,
    closed: async () => keeping,
  }
}

interface Serving {
  readonly planes: Planes
  readonly gatewayUrl: string | undefined
  /** Deletes old usage from now on. */
  readonly keep: () => void
  readonly ports: RevocationPorts & { readonly shares: StreamShares }
  /** What data planes in other processes read. */
  readonly remote: ReturnType<typeof remoteSource>
  readonly others: ReturnType<typeof createRemotePlanes>
  /** Stores what a data plane of another process has counted. */
  readonly take: (batch: UsageBatch) => Promise<void>
  readonly tellRefusal: ReturnType<typeof tellRefusals>
}

const servingHandlers = (
  { store, zone, clock, closing }: Instance,
  { planes, others, gatewayUrl, keep, ports, remote, take, tellRefusal }: Serving,
): Handlers<typeof servingContract> => ({
  async list() {
    const here = [...planes].map((plane) => plane.status())
    const elsewhere = await others.list()
    const revision = await store.head()
    const heard = elsewhere.filter((plane) => !isLost(plane, clock()))
    const url = gatewayUrl ?? urlOfPlanes(here, heard)
    const lagOf = ({ state, revision: at }: PlaneStatus) => state !== 'cold' && { lag: Math.max(0, revision - at) }
    return {
      revision,
      ...(url !== undefined && { gatewayUrl: url }),
      results: [
        ...here.map((status) => ({ ...status, ...briefNotes(status), ...lagOf(status) })),
        ...elsewhere.map(({ outcomes: _, ...plane }) => ({
          ...plane,
          ...briefNotes(plane),
          ...lagOf(plane),
          ...(isLost(plane, clock()) && { state: 'lost' as const }),
        })),
      ],
    }
  },
  snapshot: (_, call) => remote.snapshot(call),
  changes: (query, call) => remote.changes(query, call),
  async report({ body: { plane, usage } }, call) {
    const { caller } = call
    checkPlaneUrl(plane)
    if (plane) await others.note(caller.authInfo?.id ?? '', plane)
    if (usage) await takeUsage(take, usage, { caller, refused: (count) => tellRefusal(call, usage, count) })
    return { revision: await store.head() }
  },
  async backends(_, { caller }) {
    const readable = readableBy(caller)
    return {
      results: [...planes].flatMap((plane) => {
        const { id } = plane.status()
        return (plane.backends?.() ?? [])
          .filter((status) => isVisible(status, readable))
          .map((status) => ({ plane: id, ...status }))
      }),
    }
  },
  async traffic({ api }, { caller }) {
    if (api !== undefined) demand(caller, 'R', apis.domain, api)
    const sees = seenBy(caller)
    const isAsked = (one: string | undefined) => (api === undefined || one === api) && sees(one)
    return {
      results: [...planes].flatMap((plane) => {
        const traffic = plane.traffic?.()
        return traffic ? [{ plane: plane.status().id, ...visibleTraffic(traffic, isAsked) }] : []
      }),
    }
  },
  async outcomes({ api, minutes, routes }, { caller }) {
    if (api !== undefined) demand(caller, 'R', apis.domain, api)
    const readable = readableBy(caller)
    const isAsked = ({ api: id }: ApiOutcomes) => (api === undefined || id === api) && readable.api(id)
    const elsewhere = await others.list()
    return {
      results: [
        ...[...planes].map((plane) => ({
          plane: plane.status().id,
          outcomes: plane.outcomes?.({ minutes: minutes === true, routes: routes === true }),
        })),
        ...elsewhere
          .filter((plane) => !isLost(plane, clock()))
          .map(({ id, gatewayKey, outcomes }) => ({ plane: id, gatewayKey, outcomes })),
      ].flatMap(({ outcomes = [], ...plane }) => {
        const apis = outcomes.filter(isAsked).map((one) => visibleOutcomes(one, readable))
        return apis.length > 0 ? [{ ...plane, apis }] : []
      }),
    }
  },
  async usage(query, { caller }) {
    keep()
    return pageOfUsage(usageRows(query, readingOf({ store, zone }, query, caller)), query)
  },
  async exportUsage(query, { caller }) {
    keep()
    return usageRows(query, readingOf({ store, zone }, query, caller))
  },
  async explain({ body }, { caller }) {
    const [plane] = planes
    if (!plane) throw noPlane()
    return visible(plane.explain(body), readableBy(caller))
  },
  async captures({ api }, { caller }) {
    demand(caller, 'U', apis.domain, api)
    return {
      results: [...planes].flatMap((plane) => {
        const { id } = plane.status()
        return (plane.captures?.(api) ?? []).map((one) => ({ plane: id, ...one }))
      }),
    }
  },
  async tail(filter, { caller, signal }) {
    ports.shares.check(caller)
    const readable = readableBy(caller)
    if (filter.api !== undefined) demand(caller, 'R', apis.domain, filter.api)
    const allowed = await untilRevoked(caller, [signal, closing], ports)
    return tailOf({
      planes,
      filter: { ...filter, sees: seenBy(caller), debugs: (api) => may(caller, 'U', apis.domain, api) },
      signal: allowed.signal,
      show: (line) => visibleLine(line, readable),
      onBegin: () => ports.shares.begin(caller),
      onEnd: allowed.end,
    })
  },
  async decision({ requestId }, { caller }) {
    for (const plane of planes) {
      const decision = plane.decision?.(requestId)
      if (decision) return visibleDecision(decision, readableBy(caller))
    }
    throw unknownRequest()
  },
})

/** What a caller reads: the usage of an API that they name, which they must be allowed to read, or of all such APIs. */
function readingOf(
  instance: Pick<Instance, 'store' | 'zone'>,
  { api }: { api?: string },
  caller: Caller,
): UsageReading {
  if (api !== undefined) demand(caller, 'R', apis.domain, api)
  return { ...instance, sees: readableBy(caller).api }
}

const readableBy = (caller: Caller): Readable => ({
  api: (id) => may(caller, 'R', apis.domain, id),
  backend: (id) => may(caller, 'R', backends.domain, id),
  feature: (id) => may(caller, 'R', 'Feature', id),
  experiment: (id) => may(caller, 'R', 'Experiment', id),
})

/** Requests without a route tell about hosts and paths of all APIs. */
const seenBy =
  (caller: Caller) =>
  (api: string | undefined): boolean =>
    api === undefined ? caller.isAdmin || caller.patterns('R', apis.domain) === '*' : may(caller, 'R', apis.domain, api)

const noPlane = () =>
  failure(
    'CONFLICT',
    'No data plane runs in this process: set SIGNALBOX_GATEWAY_PORT of the server, or pass box.gatewaySource to createGateway of @signalbox/gateway. Data planes in other processes and with workers explain requests on their admin port',
    problem('error.gateway.none'),
  )

const unknownRequest = () =>
  failure(
    'NOT_FOUND',
    'The request is not among the last 1,000 that data planes in this process served: ask a data plane in another process on its admin port, GET /explain/{id}',
    problem('error.gateway.decision.unknown'),
  )
