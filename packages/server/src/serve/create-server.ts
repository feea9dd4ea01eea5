import type { Server as HttpServer, IncomingMessage, RequestListener } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { checkOptions, type OwnGatewayKey, type Passwords, type Signalbox, type Store } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { type NodeContext, type NodeDoor, toNode } from '@signalbox/hono/node'
import { referenceUi } from '@signalbox/hono/ui'
import { type AdminPort, openAdminPort } from '../admin/admin-port.ts'
import { observeGateway } from '../admin/observed-gateway.ts'
import { openBox } from '../box/open-box.ts'
import type { Demo, openDemo } from '../demo/open-demo.ts'
import { wantedPort } from '../gateway/gateway-port.ts'
import type { GatewayParts } from '../gateway/open-gateway.ts'
import { addressOf, isSecure } from '../http/address.ts'
import { refuseTarget } from '../http/request-target.ts'
import { urlOf } from '../http/url-of.ts'
import { createListener } from '../listening/create-listener.ts'
import { drainable, drained, unlessLate } from '../listening/drain.ts'
import { listen } from '../listening/listen.ts'
import { logPorts, type ReportInRequest } from '../log/log-ports.ts'
import type { Logger } from '../log/logger.ts'
import type { Observer } from '../observers/observer.ts'
import { openObservers } from '../observers/open-observers.ts'
import { requestIdOf } from '../observers/request-ids/request-id.ts'
import { watchDescriptors } from '../overload/descriptors.ts'
import { createEventStreams, type EventStreams } from '../overload/event-streams.ts'
import { limitsOf } from '../overload/limits.ts'
import type { Occupancy } from '../overload/occupancy.ts'
import { type FirstStart, firstStart } from '../passwords/first-start.ts'
import { dashboardOf } from '../settings/dashboard-settings.ts'
import { hasPortal, portalUrlOf } from '../settings/portal-settings.ts'
import { checkSettings } from '../settings/read-settings.ts'
import { type Settings, settingNames } from '../settings/settings.ts'
import type { keepSnapshotsOf } from '../snapshots/write-snapshots.ts'
import { announceStart, createStarting } from '../starting/starting.ts'
import { waitForStore } from '../starting/wait-for-store.ts'
import { nameStore } from '../stores/stores.ts'
import { type Listener, reloadEach } from '../tls/reload-certificates.ts'
import { serverCertificates } from '../tls/server-tls.ts'
import type { GatewayWorkersParts } from '../workers/open-gateway-workers.ts'
import { ownKey } from '../workers/own-key.ts'
import { addPages } from './add-pages.ts'
import type { OpenedPortal, openPortal } from './open-portal.ts'

/**
 * Options of a server: its settings, with the defaults of `signalbox --help`, and callbacks. A server of `createServer`
 * has no gateway and no access log unless asked.
 */
export interface ServerOptions extends Partial<Settings> {
  /**
   * Whether to start a gateway that serves the published APIs. Without `gatewayPort` it listens on 9080, or on any free
   * port if `port` is 0; if 9080 is in use, the server starts without it, with a warning.
   * @default whether `gatewayPort` is given, or there is a demo
   */
  readonly gateway?: boolean
  /** Receives what operators should know. @default nothing is logged, and `report` prints errors */
  readonly logger?: Logger
  /**
   * Receives errors that clients see only as a 500 without details, and lost connections to the store. The second argument
   * is the id of the request in which an error happened, if requests have ids.
   * @default the logger; without it, prints one line for errors with a known cause, and other errors with their stack
   */
  readonly report?: (error: unknown, requestId?: string) => void
  /**
   * Receives lines with its progress when the start takes longer than three seconds, and a line when a target of the
   * gateway stops or begins to get requests. @default the logger
   */
  readonly announce?: (line: string) => void
  /**
   * How passwords of users are hashed. Passwords that were stored with another hash are no longer accepted. @default
   * scrypt
   */
  readonly passwords?: Passwords
  /**
   * Whether to wait for a database that is not available when the server starts, and to try it again. Meanwhile the server
   * is live and not ready, and `report` receives each reason once. Failures that last, such as a wrong password, end the
   * start nevertheless. @default false: the start rejects
   */
  readonly waitForStore?: boolean
  /** Ends a wait for the store: the start rejects with the reason of the signal. @default none */
  readonly signal?: AbortSignal
}

/** A running server and the results of its start. A generated password appears only here. */
export interface Server extends FirstStart {
  /** Its base URL, without a trailing slash. */
  readonly url: string
  /** The base URL of its gateway; absent if it has none. */
  readonly gatewayUrl?: string
  /** A URL of the demo shop on its gateway; absent if there is no demo, or no gateway. */
  readonly demoUrl?: string
  /** The base URL of the port for operators; absent if it is off. */
  readonly adminUrl?: string
  /** The URL of its developer portal, without a trailing slash; absent if it is off. */
  readonly portalUrl?: string
  /** The Signalbox that it serves, for calls from this process. */
  readonly box: Signalbox
  /**
   * Reads the files of the certificates of the server and its gateway again. New connections get the new certificates, and
   * open ones go on. Resolves with the listeners that have certificates. Rejects with an `Error` that names the file if it is
   * wrong: that listener keeps the certificates it has.
   */
  reloadCertificates(): Promise<readonly Listener[]>
  /**
   * Shuts down. For `drainMs` of the settings it serves as before, while its probes report that it is not ready, and
   * connections close after their next response. Then the gateway refuses new connections and finishes its requests, for at most 7 seconds. Then the
   * server rejects new calls, ends event streams, lets imports respond with what they committed, waits for other calls
   * and webhook deliveries, and closes the store. After 8 seconds remaining calls are cut off, and one second later it no
   * longer waits for the store. Further calls return the same promise.
   */
  close(): Promise<void>
}

const optionNames: Readonly<Record<string, true>> = {
  ...Object.fromEntries(settingNames.map((name) => [name, true as const])),
  logger: true,
  report: true,
  announce: true,
  passwords: true,
  gateway: true,
  waitForStore: true,
  signal: true,
}

/** Calls that are in flight this long after the begin of the shutdown are cut off. */
const FORCE_MS = 8000
/** What the gateway leaves of that time to the calls of this server. */
const LEAST_MS = 1000

/**
 * Starts a server on the configured store; resolves when it serves. Until then `/api/_live` answers 200 and every other
 * call 503, with how far the start has come. Calls need an API key or a session; the first start creates an admin, whose random password is in
 * `firstAdmin`. Throws a `RangeError` that names every invalid setting, an `Error` if the address cannot be listened
 * on, and a `SignalboxError` if the store cannot be used.
 *
 * @example
 * ```ts
 * const server = await createServer({ port: 9000, store: 'sqlite:./signalbox.db' })
 * console.log(server.url, server.firstAdmin?.password)
 * await server.close()
 * ```
 */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  checkOptions('createServer', options, optionNames)
  const { passwords } = options
  const checked = checkSettings(options)
  const isAsked = (name: 'accessLog' | 'gatewayLog' | 'log') => options[name] !== undefined
  const settings = {
    ...checked,
    ...(!isAsked('accessLog') && { accessLog: 'off' }),
    ...(!isAsked('gatewayLog') && { gatewayLog: 'off' }),
    ...(!isAsked('log') && { log: 'off' as const }),
  }
  const { report, announce, isLogging, drops } = await logPorts(options, settings)
  const wanted = wantedPort(options, settings)
  const certificates = serverCertificates(settings)
  const starting = createStarting()
  let answer: Answer = starting.answer
  let door: NodeDoor | undefined
  const listener = getRequestListener(
    (request, env) => refuseTarget(env.incoming as IncomingMessage) ?? answer(request, env),
  )
  const limits = limitsOf(settings)
  const streams = createEventStreams(limits, { trustProxy: settings.trustProxy, report })
  const occupancy: Occupancy = { limits, streams: () => streams.open, connections: () => connections.open }
  const observer = await openObservers(settings, { report, drops, isLogging, occupancy })
  const onRequest: RequestListener = (incoming, outgoing) => {
    const refused = refuseTarget(incoming)
    if (refused || !door?.(incoming, outgoing)) void listener(incoming, outgoing)
  }
  const { http, connections } = createListener(settings, { tls: certificates?.tls, observer, report, onRequest })
  const calls = drainable(http)
  await listen(http, settings, { report }).catch(async (error) => {
    await observer.close?.()
    throw error
  })
  watchDescriptors(http, report)
  const url = urlOf(http.address() as AddressInfo, certificates && 'https')
  const announced = announceStart(starting, { url, announce })

  let admin: AdminPort | undefined
  try {
    admin = await openAdminPort(settings, { starting, report, metrics: observer.metrics })
    const key = wanted && settings.gatewayWorkers > 1 ? ownKey() : undefined
    const { box, store, release } = await openBox(settings, {
      report,
      ownGatewayKeys: key && [key],
      passwords,
      observer,
      withSinks: true,
      withDocumentation: hasPortal(settings),
      portalUrl: portalUrlOf(settings, url),
      patiently: options.waitForStore
        ? waitForStore(settings.store, { starting, report, announce, signal: options.signal })
        : undefined,
      adminAddress: () => (admin?.server.address() ?? undefined) as AddressInfo | undefined,
    })
    let start: FirstStart
    let gateway: Awaited<ReturnType<typeof openLate>> | undefined
    let inner: HttpServer | undefined
    let snapshots: (() => Promise<void>) | undefined
    let demo: Demo | undefined
    let demoUrl: string | undefined
    let portal: OpenedPortal | undefined
    try {
      starting.enter('records', box.loading)
      const options = appOptions(settings, { report, observe: observer.call, streams })
      if (hasPortal(settings))
        portal = await openLatePortal(settings, { box, store, url, observer, report, tls: certificates?.tls })
      const app = await toApp(box, settings, { url, store, options, report, portal })
      await box.ready()
      starting.enter('accounts')
      start = await firstStart(box, settings)
      if (settings.demo) demo = await openLateDemo(box)
      function serve(): void {
        answer = app.fetch
        door = toNode(box, options)
      }
      // Workers call this server before they serve.
      if (key) serve()
      if (key && certificates) inner = await openInner(settings, { observer, report, onRequest })
      if (wanted) starting.enter('gateway')
      gateway = wanted && (await openLate(settings, { box, store, wanted, http, inner, admin, key, report, announce }))
      serve()
      if (gateway?.running) demoUrl = demo?.visit(gateway.running.url)
      if (settings.snapshotTo !== '') snapshots = await openSnapshots(settings, { box, store, report })
    } catch (error) {
      demo?.close()
      if (inner) closeNow(inner)
      if (portal?.own) closeNow(portal.own.http)
      release()
      await box.close()
      throw error
    }
    const { running, warnings = [] } = gateway ?? {}
    observer.started?.(box)
    admin?.started({ box, gateway: running?.observed, isApart: running !== undefined && key !== undefined })
    let closing: Promise<void> | undefined
    async function finish(): Promise<void> {
      const forceMs = running ? await closeFirst(running) : FORCE_MS
      demo?.close()
      if (inner) closeNow(inner)
      if (snapshots) await snapshots()
      const boxClosed = box.close()
      await Promise.all([calls.close(forceMs), portal?.own?.calls.close(forceMs)])
      release()
      await boxClosed
      await observer.close?.()
    }
    async function shutDown(): Promise<void> {
      admin?.stopping()
      demo?.leave()
      for (const one of [box, calls, portal?.own?.calls, running]) one?.drain()
      if (settings.drainMs > 0) await drained(settings)
      return unlessLate(finish(), report).finally(() => admin?.close())
    }
    return {
      url,
      ...(running && { gatewayUrl: running.url }),
      ...(demoUrl !== undefined && { demoUrl }),
      ...(admin && { adminUrl: admin.url }),
      ...(portal && { portalUrl: portal.url }),
      box,
      ...start,
      warnings: [...start.warnings, ...warnings, ...(demo?.warnings ?? [])],
      reloadCertificates: () =>
        reloadEach({
          server() {
            certificates?.reload(http as unknown as SecureServer)
            return certificates !== undefined
          },
          gateway: () => running?.reloadCertificates() ?? false,
        }),
      close() {
        closing ??= shutDown()
        return closing
      },
    }
  } catch (error) {
    admin?.close()
    await observer.close?.()
    closeNow(http)
    throw nameStore(settings.store, error)
  } finally {
    announced()
  }
}

/** Opens the server to workers of the gateway: without TLS, since its certificates are not for the loopback address. */
async function openInner(settings: Settings, parts: Omit<Parameters<typeof createListener>[1], 'tls'>) {
  const { http: inner } = createListener(settings, parts)
  await listen(inner, { host: '127.0.0.1', port: 0 }, { report: parts.report })
  return inner
}

function closeNow(http: HttpServer): void {
  http.close()
  http.closeAllConnections()
}

/** Closes the gateway. Returns the time that is left for calls of the server, in milliseconds. */
async function closeFirst(gateway: { close(drainMs: number): Promise<void> }): Promise<number> {
  const cutOff = performance.now() + FORCE_MS
  await gateway.close(FORCE_MS - LEAST_MS)
  return Math.max(LEAST_MS, cutOff - performance.now())
}

/** Loads the code of snapshots only if they are written. */
const openSnapshots: typeof keepSnapshotsOf = async (...given) =>
  (await import('../snapshots/write-snapshots.ts')).keepSnapshotsOf(...given)

/** Loads the code of the demo only if there is one. */
const openLateDemo: typeof openDemo = async (box) => (await import('../demo/open-demo.ts')).openDemo(box)

/** Loads the code of the portal only if there is one. */
const openLatePortal: typeof openPortal = async (...given) => (await import('./open-portal.ts')).openPortal(...given)

interface LateParts extends Omit<GatewayParts, 'own'>, Omit<GatewayWorkersParts, 'key'> {
  /** The key of the workers, if the gateway has several processes. */
  readonly key: OwnGatewayKey | undefined
}

/** Loads the code of the gateway only if there is one. */
async function openLate(settings: Settings, { key, ...parts }: LateParts) {
  if (key) return (await import('../workers/open-gateway-workers.ts')).openGatewayWorkers(settings, { ...parts, key })
  const own = parts.admin ? [parts.http, parts.admin.server] : [parts.http]
  const { running, warnings } = await (await import('../gateway/open-gateway.ts')).openGateway(settings, {
    ...parts,
    own,
  })
  return { ...(running && { running: { ...running, observed: observeGateway(running.gateway) } }), warnings }
}

type Answer = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>

interface AppParts {
  readonly report: ReportInRequest
  readonly observe: Observer['call']
  readonly streams: EventStreams
}

/** The options of the HTTP app of a box, and of the door before it, according to the settings. */
function appOptions(settings: Settings, { report, observe, streams }: AppParts) {
  const { clientIdHeader, clientSecretHeader, bodyLimit, apiBodyLimit, corsOrigins, trustProxy } = settings
  const { mode, gatewayDocResourcesAccessKey: accessKey } = settings
  const docs = { accessKey, mode, ui: referenceUi }
  const idOf = ({ env }: NodeContext) => requestIdOf(env.incoming)
  const reportOf = (error: unknown, c: NodeContext) => {
    const id = idOf(c)
    if (id === undefined) report(error)
    else report(error, id)
  }
  return {
    clientIdHeader,
    clientSecretHeader,
    bodyLimit,
    apiBodyLimit,
    corsOrigins,
    report: reportOf,
    requestIdOf: idOf,
    admitStream: ({ env }: NodeContext) => streams.admit(env),
    ...(observe && { observe }),
    docs,
    addressOf: ({ env }: NodeContext) => addressOf(env.incoming, trustProxy),
    isSecure: ({ env }: NodeContext) => isSecure(env.incoming, trustProxy),
  }
}

interface ToAppParts {
  readonly url: string
  readonly store: Store
  readonly options: ReturnType<typeof appOptions>
  readonly report: ReportInRequest
  readonly portal: OpenedPortal | undefined
}

/** Creates the HTTP app of a box, with its pages. The code for identity providers is loaded only if there is one. */
async function toApp(box: Signalbox, settings: Settings, { url, store, options, report, portal }: ToAppParts) {
  const app = toHono(box, options)
  const baseUrl = (settings.oidcBaseUrl || url).replace(/\/$/, '')
  if (settings.oidcIssuer !== '')
    (await import('../oidc/add-sign-in.ts')).addSignIn(app, settings, { box, baseUrl, store, report })
  portal?.addTo(app)
  return addPages(app, { docs: options.docs, dashboard: dashboardOf(settings, baseUrl, portal?.fromServer ?? false) })
}
