/**
 * A proxy on 127.0.0.1 in front of the backend on a port; which one is the first argument. Answers each question with
 * its port, the headers that clients have to send, its CPU time, its memory, and the longest time since the last question that its event loop stood still.
 */
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import fastifyProxy from '@fastify/http-proxy'
import { serve } from '@hono/node-server'
import { compile, createSignalbox } from '@signalbox/core'
import { createGateway, staticRoutes } from '@signalbox/gateway'
import { toHono } from '@signalbox/gateway/hono'
import { toNode } from '@signalbox/gateway/node'
import fastProxy from 'fast-proxy'
import fastify from 'fastify'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { createProxyServer } from 'http-proxy-3'
import { type Dispatcher, Pool } from 'undici'
import { answerWith } from '../../child.ts'

const [name = 'bare', port = '0', connections = '64'] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`
const CONNECTIONS = Number(connections)

/** Headers that no proxy passes on. */
const hops: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'host'],
])

const passedOn = (raw: readonly string[]): string[] =>
  raw.filter((_, i) => !hops.has((raw[i - (i % 2)] as string).toLowerCase()))

/** The least that carries a response through undici. */
class Carrier implements Dispatcher.DispatchHandler {
  readonly response: ServerResponse
  constructor(response: ServerResponse) {
    this.response = response
  }
  onRequestStart(): void {}
  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    const raw = (controller.rawHeaders as (string | Buffer)[]).map((one) => one.toString('latin1'))
    this.response.writeHead(status, passedOn(raw))
  }
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.response.write(chunk)) return
    controller.pause()
    this.response.once('drain', () => controller.resume())
  }
  onResponseEnd(): void {
    this.response.end()
  }
  onResponseError(): void {
    this.response.destroy()
  }
}

const prefix = 'cp:gateway.next.plugins.'
const five = [
  { plugin: `${prefix}OverrideHost` },
  { plugin: `${prefix}IpAddressBlockList`, config: { addresses: ['10.0.0.0/8', '192.168.0.0/16'] } },
  { plugin: `${prefix}AllowHttpMethods`, config: { allowed: ['GET', 'POST'] } },
  { plugin: `${prefix}AdditionalHeadersIn`, config: { headers: { 'X-Edge': '${request.id}' } } },
  { plugin: `${prefix}AdditionalHeadersOut`, config: { headers: { 'X-Served-By': 'edge' } } },
]

/** A gateway with an access log that is discarded; its route runs the given plugins. */
function gatewayWith(slots: readonly object[]) {
  const { routes } = compile({
    ...{ id: 'shop', domain: 'api.example.com', context_path: '/v1', state: 'published' },
    backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: Number(port) }] }, client: 'c' }],
    clients_backend_config: [{ id: 'c', client: { maxConnections: CONNECTIONS } }],
    flows: [{ id: 'f', plugins: { slots } }],
    routes: [{ id: 'orders', backend: 'b', flow_ref: 'f', frontend: { paths: ['/orders/:id'] } }],
  } as never)
  return createGateway({ source: staticRoutes(routes), log: { write: () => {} } })
}

/** The headers that a client has to send, by candidate. */
const credentials: Record<string, readonly string[]> = {}

/** A gateway whose clients have API keys with a quota; the route also has a rate limit, changes headers and the host. */
async function gatewayWithKeys() {
  const box = createSignalbox()
  const slots = [
    { plugin: `${prefix}OverrideHost` },
    { plugin: `${prefix}RateLimit`, config: { by: 'consumer', rate: 1e9, window: 60 } },
    { plugin: `${prefix}AdditionalHeadersIn`, config: { headers: { 'X-Edge': '${request.id}' } } },
    { plugin: `${prefix}AdditionalHeadersOut`, config: { headers: { 'X-Served-By': 'edge' } } },
  ]
  const quota = { window: 60, perWindow: 1e9, perDay: 1e9 }
  const plan = { id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' }
  await box.apis.create({
    body: {
      ...{ id: 'shop', name: 'Shop', domain: 'api.example.com', context_path: '/v1' },
      backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: Number(port) }] }, client: 'c' }],
      clients_backend_config: [{ id: 'c', client: { maxConnections: CONNECTIONS } }],
      flows: [{ id: 'f', plugins: { slots } }],
      routes: [{ id: 'orders', backend: 'b', flow_ref: 'f', frontend: { paths: ['/orders/:id'] } }],
      documentation: { plans: [{ ...plan, access_mode_configuration: { quota } }] },
    } as never,
  })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const made = await box.subscriptions.create({ body: { api_ref: 'shop', plan_ref: 'keys' } })
  const { clientId, clientSecret } = made.credentials as { clientId: string; clientSecret: string }
  credentials[name] = [`Gateway-Client-Id: ${clientId}`, `Gateway-Client-Secret: ${clientSecret}`]
  const gateway = createGateway({ source: box.gatewaySource, log: { write: () => {} } })
  await gateway.ready()
  return gateway
}

const gzip = [{ plugin: `${prefix}Compression` }]
const cache = [{ plugin: `${prefix}ResponseCache`, config: { ttl: 3600, public: true } }]

const listeners: Readonly<Record<string, () => Promise<RequestListener> | RequestListener>> = {
  hello: () => (_, response) => {
    response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', '2'])
    response.end('{}')
  },
  bare() {
    const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
    return (request, response) => {
      const { url = '/', method = 'GET', rawHeaders } = request
      pool.dispatch({ path: url, method: method as 'GET', headers: passedOn(rawHeaders) }, new Carrier(response))
    }
  },
  'http.request'() {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    return (request, response) => {
      const { url: path, method, headers } = request
      const sent = send({ agent, port, host: '127.0.0.1', path, method, headers } as object, (reply) => {
        response.writeHead(reply.statusCode as number, passedOn(reply.rawHeaders))
        reply.pipe(response)
      })
      sent.end()
    }
  },
  'fast-proxy'() {
    const { proxy: forward } = fastProxy({ base: origin })
    return (request: IncomingMessage, response: ServerResponse) => forward(request, response, request.url as string, {})
  },
  'http-proxy-3'() {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const forwarder = createProxyServer({ target: origin, agent })
    return (request, response) => forwarder.web(request, response)
  },
  async '@fastify/http-proxy'() {
    const app = fastify()
    await app.register(fastifyProxy, { upstream: origin, undici: { connections: CONNECTIONS } })
    await app.ready()
    return app.routing as RequestListener
  },
  // A single client asks for everything.
  keyless: () => toNode(gatewayWith([]), { clientShare: 1 }).request,
  five: () => toNode(gatewayWith(five)).request,
  keys: async () => toNode(await gatewayWithKeys()).request,
  gzip: () => toNode(gatewayWith(gzip)).request,
  cache: () => toNode(gatewayWith(cache)).request,
}

/** Candidates that are Hono apps. */
const apps: Readonly<Record<string, () => Hono>> = {
  'hono/proxy': () =>
    new Hono().all('*', ({ req }) => proxy(`${origin}${new URL(req.url).pathname}`, { ...req, headers: req.header() })),
  'five, through Hono'() {
    const gateway = gatewayWith(five)
    return new Hono().use(toHono(gateway, { node: toNode(gateway) }))
  },
}

const listening = new Promise<number>((resolve) => {
  const app = apps[name]
  if (app) serve({ fetch: app().fetch, hostname: '127.0.0.1', port: 0 }, (address) => resolve(address.port))
  else
    void Promise.resolve(listeners[name]!()).then((listener) => {
      const server = createServer(listener)
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
})
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
answerWith(async () => {
  const stallMs = delay.max / 1e6
  delay.reset()
  return {
    port: await listening,
    headers: credentials[name],
    cpu: process.cpuUsage(),
    rss: process.memoryUsage.rss(),
    stallMs,
  }
})
