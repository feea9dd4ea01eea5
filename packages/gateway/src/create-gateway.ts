import { createCatalog, type Random, toHex } from '@signalbox/core/gateway'
import { createTargetPolicy } from './backend/target-policy.ts'
import { createBackends } from './backends/backends.ts'
import { createConsumers } from './credentials/create-consumers.ts'
import { createDocuments } from './documents/documents.ts'
import type { RoutePlan } from './exchange/route-plan.ts'
import { createExperiments } from './experiments/experiments.ts'
import { fetchNotes } from './fetch/capabilities.ts'
import { createFetch } from './fetch/fetch.ts'
import { guardedFetch } from './fetch/guarded-fetch.ts'
import { fetchProbe } from './fetch/probe.ts'
import { sideCall } from './fetch/side-call.ts'
import type { Gateway, GatewayOptions } from './gateway.ts'
import { lateLimits } from './limits/late-limits.ts'
import { localLimits } from './limits/local-limits.ts'
import { boundsInMs } from './metrics/histogram.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createAccessLog, createLines } from './observe/access-log.ts'
import { createCaptures } from './observe/captures.ts'
import { createDebugging } from './observe/debug-flow.ts'
import { createObserver } from './observe/observer.ts'
import { createTail } from './observe/tail.ts'
import { createTracing } from './observe/tracing.ts'
import { compilePlan } from './pipeline/compile-plan.ts'
import { createPipeline } from './pipeline/create-pipeline.ts'
import { errorPages } from './pipeline/error-pages.ts'
import { explainRequest } from './pipeline/explain.ts'
import { createSideCalls } from './pipeline/side-calls.ts'
import { createShared } from './plugins/create-shared.ts'
import { definitionsOf, pluginCode } from './plugins/find-code.ts'
import { reportOnce } from './reporting/report-once.ts'
import { reportUnreadable } from './request/report-unreadable.ts'
import { requestIds } from './request/request-id.ts'
import { requestSettings } from './request/request-settings.ts'
import { createRouter } from './router/create-router.ts'
import { follow } from './served/follow.ts'
import { createServed } from './served/served.ts'
import { isStatic, serveStatic } from './served/static-routes.ts'
import { usageOf } from './usage/usage-of.ts'
import { within } from './waiting/within.ts'

/**
 * Creates a data plane: it serves the APIs of its source and follows their changes, without a restart. Mount it with
 * `toNode` of `@signalbox/gateway/node`, `toHono` of `@signalbox/gateway/hono`, or call its `fetch`. Throws a
 * `RangeError` for invalid addresses and plugins.
 *
 * @example
 * const gateway = createGateway({ source: box.gatewaySource })
 * await gateway.ready()
 * const response = await gateway.fetch(new Request('http://shop.example/orders/7'))
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { source, plugins = [], log: logOptions, pluginTimeout = 1000, wholeBodyLimit = 1024 * 1024 } = options
  const {
    clock = Date.now,
    random = randomBytes,
    report = console.error,
    proxyStatus = true,
    staleMax = 86_400,
  } = options
  const nextId = requestIds(random)
  const codeOf = pluginCode(plugins)
  const zone = () => (isStatic(source) ? undefined : source.zone) ?? 'UTC'
  const ownSecret = random(32)
  const secret = () => options.secret ?? (isStatic(source) ? undefined : source.secret) ?? ownSecret
  const metrics = createMetrics()
  const settings = requestSettings(options, { nextId, unreadable: reportUnreadable(metrics, report) })
  const since = clock()
  const shared = createShared()
  const router = createRouter<RoutePlan>()
  const targetPolicy = createTargetPolicy(options.backends)
  const call = guardedFetch(targetPolicy, reportOnce(report), options.fetch)
  const backends = createBackends({
    random,
    report,
    clock,
    elapsed,
    secret,
    probe: fetchProbe(call),
    onChange: options.onBackendChange,
  })
  const sideCalls = createSideCalls({ backends, elapsed, send: sideCall(call) })
  const consumers = createConsumers({ random, zone })
  const limits = lateLimits(() =>
    (options.limits ?? localLimits()).open({ zone: zone(), clock, elapsed, random, report }),
  )
  const documents = createDocuments()
  const usage = usageOf(isStatic(source) ? undefined : source.report, {
    instance: toHex(random(16)),
    consumers,
    zone,
    use: limits.calendarUse,
    state: options.state,
    clock,
    report,
  })
  const experiments =
    options.experiments &&
    createExperiments({
      engine: options.experiments,
      isComplete: !isStatic(source),
      assignment: () => (isStatic(source) ? undefined : source.assignment),
      features: options.features,
      secret,
      state: options.state,
      random,
      report,
      elapsed,
    })
  const captures = createCaptures()
  const served = createServed({
    router,
    backends,
    captures,
    consumers,
    quotas: limits.calendarUse,
    documents,
    experiments: experiments?.live,
    catalog: createCatalog(definitionsOf(plugins)),
    planOf: (route, testingHeader) =>
      compilePlan(route, {
        codeOf,
        report,
        shared,
        call: sideCalls.call,
        prepareCall: sideCalls.prepareCall,
        clock,
        consumers,
        limits,
        random,
        documents,
        engines: options,
        experiments,
        testingHeader,
        counters: metrics.countersOf(route),
        usage: usage?.of(route),
      }),
    turn: () => new Promise((resolve) => setTimeout(resolve)),
    clock,
  })
  if (isStatic(source)) {
    for (const unit of source.consumers ?? []) consumers.apply(unit)
    for (const [api, texts] of Object.entries(source.documents ?? {})) documents.keep(api, texts)
  }
  const following = isStatic(source)
    ? serveStatic(source, { served, clock })
    : follow({ source, before: usage?.loaded, served, clock, random, report, staleMax: staleMax * 1000 })
  const log = logOptions && createAccessLog(logOptions, report)
  const revision = () => served.revision
  const tail = createTail({ toLine: createLines(logOptions ?? {}), clock, report })
  const observer = createObserver({ metrics, log, tail, captures, usage, clock, report })
  const pipeline = createPipeline({
    router,
    backends,
    targetPolicy,
    useSend: sideCalls.useSend,
    elapsed,
    isCold: () => following.state === 'cold',
    isOutdated: following.isOutdated,
    settings,
    pages: errorPages(isStatic(source) ? (source.templates ?? new Map()) : served.templates, { proxyStatus }),
    observer,
    debugged: createDebugging({ isListening: () => tail.isListening, isLogging: log !== undefined, elapsed }),
    tracing: options.tracing && createTracing(options.tracing, report),
    clock,
    report,
    revision,
    showsRevision: options.configRevision === true,
    hasLegacyLimits: options.legacyRateLimitHeaders === true,
    nextId,
    wholeBodyLimit,
    within: (work, what) => within(work, pluginTimeout, () => `${what} took longer than ${pluginTimeout} milliseconds`),
  })
  const fetching = createFetch(pipeline, { fetch: call, send: sideCalls.send, clock })
  let usesFetch = false
  let { url } = options
  const gateway: Gateway = {
    ready: following.ready,
    fetch(request, info) {
      usesFetch = true
      return fetching.fetch(request, info)
    },
    send: fetching.send,
    explain: (request) =>
      explainRequest(request, {
        ...{ router, settings, backends, elapsed, revision },
        isOutdated: () => following.isOutdated(clock()),
      }),
    backends: backends.list,
    applied: following.applied,
    decision: observer.decision,
    tail: tail.listen,
    captures: observer.captures,
    status: () => ({
      id: settings.name,
      state: following.state,
      revision: served.revision,
      routes: router.size,
      since: following.since,
      notes: usesFetch ? [...fetchNotes] : [],
      ...(url !== undefined && { url }),
    }),
    listensOn(address) {
      url ??= address
    },
    metrics: (format) =>
      metrics.show(
        {
          revision: served.revision,
          age: (clock() - following.contact) / 1000,
          routes: router.size,
          logDropped: log?.dropped ?? 0,
          usageUnsent: usage?.unsent ?? 0,
          backends: backends.used(),
        },
        format,
      ),
    outcomes: (options) => metrics.outcomes(clock(), options),
    traffic: () => ({ since, at: clock(), bounds: [...boundsInMs], ...metrics.traffic() }),
    pipeline,
    async close({ drainMs = 10_000 } = {}) {
      const detached = detach()
      backends.close()
      await following.close()
      await within(observer.idle(), drainMs, () => '').catch(() => {})
      fetching.close()
      await experiments?.close()
      await usage?.close()
      await limits.close()
      await log?.flush()
      await detached
    },
  }
  const detach = isStatic(source) ? () => {} : (source.attach?.(gateway) ?? (() => {}))
  return gateway
}

const elapsed = (): number => performance.now()

const randomBytes: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))
