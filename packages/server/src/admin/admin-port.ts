import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Report, Signalbox } from '@signalbox/core'
import type { ExplainRequest } from '@signalbox/core/gateway'
import { chooseType, encodeError, SignalboxError } from '@signalbox/core/wire'
import { Hono, type MiddlewareHandler } from 'hono'
import { urlOf } from '../http/url-of.ts'
import { listen } from '../listening/listen.ts'
import type { Observer } from '../observers/observer.ts'
import type { Settings } from '../settings/settings.ts'
import type { Starting } from '../starting/starting.ts'
import { tailResponse } from './admin-tail.ts'
import type { ObservedGateway } from './observed-gateway.ts'

/** What the port for operators tells about. */
export interface Observed {
  /** Whether the gateway is in other processes, so that the Signalbox cannot explain requests. @default false */
  readonly isApart?: boolean
  /** Absent in a data plane of its own. */
  readonly box?: Signalbox | undefined
  /** Absent if the server has no gateway. */
  readonly gateway?: ObservedGateway | undefined
}

/** What the port for operators needs beside its settings. */
interface AdminParts {
  /** How far the start has come. @default not told */
  readonly starting?: Pick<Starting, 'failure' | 'reason'>
  /** Receives what fails. @default nobody */
  readonly report?: Report
  /** What is measured, apart from the gateway. @default nothing */
  readonly metrics?: Observer['metrics'] | undefined
}

/** The port for operators. */
export interface AdminPort {
  readonly url: string
  readonly server: Server
  /** From now on, the server has started. */
  started(observed: Observed): void
  /** From now on, the server is not ready. */
  stopping(): void
  close(): void
}

/**
 * Opens the port for operators, which needs no credentials: probes, metrics, explanations of requests to the gateway, its
 * live tail, and captured requests. `undefined` if it is off. Throws an `Error` if it cannot listen.
 */
export async function openAdminPort(
  { adminPort, adminHost, adminTraffic }: Settings,
  { starting, metrics, report = () => {} }: AdminParts = {},
): Promise<AdminPort | undefined> {
  if (adminPort === 'off') return undefined
  let observed: Observed | undefined
  let isStopping = false
  let wasServing = false

  /** How far the start has come. */
  function progress() {
    const { message: detail, members } = starting?.failure() ?? notYet()
    const reason = starting?.reason
    return { status: 'starting', detail, ...members, ...(reason !== undefined && { reason }) }
  }
  function running(): Observed {
    if (observed) return observed
    throw starting?.failure() ?? notYet()
  }

  /** Whether the gateway has something to serve; what was last known if workers do not answer in time. */
  async function isServing({ gateway }: Observed): Promise<boolean> {
    if (!gateway) return true
    const asked = gateway.isReady().then((isReady) => {
      wasServing = isReady
      return isReady
    })
    return Promise.race([asked, delay(PATIENCE_MS, undefined, { ref: false }).then(() => wasServing)])
  }

  /** What callers send and get is shown without credentials only to this machine. */
  const mayShowTraffic: MiddlewareHandler = (_, next) => {
    if (adminTraffic || isLoopback(adminHost)) return next()
    throw new SignalboxError('FORBIDDEN', TRAFFIC)
  }

  /**
   * A caller that reaches a loopback address through a proxy, such as the gateway of another server, is not this
   * machine.
   */
  const refuseProxied: MiddlewareHandler = (c, next) => {
    const proxied = Object.keys(c.req.header()).find((name) => PROXIED.test(name))
    if (proxied === undefined) return next()
    throw new SignalboxError('FORBIDDEN', `${DIRECTLY}; this one has the header ${proxied}`)
  }

  const app = new Hono()
    .use((c, next) => (isMeant(adminHost, c.req.url) ? next() : Promise.resolve(c.text('Unknown host\n', 421))))
    .get('/live', (c) => c.json({ status: 'up' }))
    .get('/startup', (c) => (observed ? c.json({ status: 'started' }) : c.json(progress(), 503, soon)))
    .get('/ready', async (c) => {
      if (isStopping) return c.json({ status: 'stopping', detail: STOPPING }, 503, soon)
      if (!observed) return c.json(progress(), 503, soon)
      if (!(await isServing(observed))) return c.json({ status: 'starting', detail: COLD }, 503, soon)
      return c.json(observed.box ? await observed.box.readiness() : { status: 'ready' })
    })
    .use(refuseProxied)
    .get('/metrics', async (c) => {
      const isOpen = chooseType(c.req.header('accept'), ['text/plain', OPEN_METRICS]) === OPEN_METRICS
      const format = isOpen ? 'openmetrics' : 'prometheus'
      const own = (await metrics?.(format)) ?? ''
      const text = own + ((await observed?.gateway?.metrics(format)) || (isOpen ? '# EOF\n' : ''))
      return c.body(text, 200, { 'Content-Type': metricTypes[format] })
    })
    .post('/explain', async (c) => {
      const { box, gateway, isApart } = running()
      const body = await c.req.json().catch(() => {
        throw new SignalboxError('INVALID', 'The body is not JSON: send {"url": "…"}')
      })
      return c.json(
        box && !isApart ? await box.gateway.explain({ body }) : await gateway?.explain(checkedExplain(body)),
      )
    })
    .get('/explain/:id', async (c) => {
      const decision = await running().gateway?.decision(c.req.param('id'))
      if (decision) return c.json(decision as object)
      throw new SignalboxError('NOT_FOUND', 'The request is not among the last 1000 of this process')
    })
    .use('/tail', mayShowTraffic)
    .use('/captures', mayShowTraffic)
    .get('/tail', (c) => tailResponse(gatewayOf(running()), c.req.query(), c.req.raw.signal))
    .get('/captures', async (c) => {
      const api = c.req.query('api')
      if (api) return c.json({ results: await gatewayOf(running()).captures(api) })
      throw new SignalboxError('INVALID', 'The id of the API is missing: send ?api=…')
    })
    .onError((error) => encodeError(error))

  const server = createServer(getRequestListener(app.fetch))
  await listen(server, { port: adminPort, host: adminHost }, { variable: 'SIGNALBOX_ADMIN_PORT', report })
  return {
    url: urlOf(server.address() as AddressInfo),
    server,
    started(it) {
      observed = it
    },
    stopping() {
      isStopping = true
    },
    close: () => closeNow(server),
  }
}

/** How long a probe waits for the gateway, in milliseconds. Usual probes wait for a second. */
const OPEN_METRICS = 'application/openmetrics-text'
const PATIENCE_MS = 500
const STOPPING = 'Signalbox is shutting down; use another instance'
const COLD = 'The gateway has nothing to serve yet; try again in a second'
const TRAFFIC =
  'The port for operators shows requests on a loopback address alone: set SIGNALBOX_ADMIN_TRAFFIC=true to allow it on others'

const DIRECTLY =
  'The port for operators answers probes alone to requests that came through a proxy: call it directly, or let a proxy that you trust remove Via, Forwarded and X-Forwarded-*'
/** Names of headers that proxies add, in lower case. */
const PROXIED = /^(via|forwarded|x-forwarded(-.*)?)$/

const metricTypes = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const

/** A request to explain, without a control plane that checks it. */
function checkedExplain(body: unknown): ExplainRequest {
  if (typeof (body as { url?: unknown } | null)?.url === 'string') return body as ExplainRequest
  throw new SignalboxError('INVALID', 'The body has no url: send {"url": "…"}')
}

function gatewayOf(observed: Observed): ObservedGateway {
  if (observed.gateway) return observed.gateway
  throw new SignalboxError('NOT_FOUND', 'This process has no gateway')
}

/** For a data plane, which has nothing to load. */
const notYet = () =>
  new SignalboxError('UNAVAILABLE', 'Signalbox is starting; try again in a second', { retryAfter: 1 })

/** When to ask again. */
const soon = { 'Retry-After': '1' }

/** Whether a request names this machine. A page of another site can make a browser call a loopback address by its own name. */
function isMeant(adminHost: string, url: string): boolean {
  if (!isLoopback(adminHost)) return true
  if (!URL.canParse(url)) return false
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

function closeNow(server: Server): void {
  server.close()
  server.closeAllConnections()
}
