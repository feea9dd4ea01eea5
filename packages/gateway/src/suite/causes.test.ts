import type { Socket } from 'node:net'
import { causes, type GatewayUnit } from '@signalbox/core/gateway'
import { afterAll, describe, expect, it } from 'vitest'
import { apiUnit, type ConsumerOf, consumer } from '../consumers/units.fixture.ts'
import { createGateway } from '../create-gateway.ts'
import type { Gateway, GatewayOptions } from '../gateway.ts'
import { type ListenOptions, listen } from '../node/listen.ts'
import { routesOf, testPlugin } from '../pipeline/pipeline.fixture.ts'
import { staticRoutes } from '../served/static-routes.ts'
import { startRawBackend } from './scene/backend.fixture.ts'
import { certificates } from './scene/certificates.fixture.ts'
import { documentsOf, linkTo } from './scene/open-gateway.fixture.ts'
import { exchangeRaw, type RawResponse } from './scene/raw-http.fixture.ts'

const open: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of open.reverse()) await close()
})

const prefix = 'cp:gateway.next.plugins.'

/** What the backend does with a connection. */
type Behaviour = (socket: Socket) => void
const answering =
  (raw: string): Behaviour =>
  (socket) =>
    void socket.on('data', () => socket.write(raw))
const ok = answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')

interface Scene {
  /** Slots of the flow of the route. */
  readonly slots?: readonly object[]
  readonly behaviour?: Behaviour
  /** Members of the target. */
  readonly target?: object
  readonly client?: object
  readonly route?: object
  readonly options?: Partial<GatewayOptions>
  readonly listening?: Partial<ListenOptions>
  readonly consumers?: readonly GatewayUnit[]
  readonly document?: object
}

/** A gateway that listens, with one route to a backend. */
async function start({
  slots = [],
  behaviour = ok,
  target,
  client,
  route,
  options,
  listening,
  consumers = [],
  document,
}: Scene) {
  const backend = await startRawBackend(behaviour)
  const { plugins = [] } = options ?? {}
  const routes = routesOf(
    {
      backends: [
        { id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: backend.port, ...target }] }, client: 'c' },
      ],
      clients_backend_config: [{ id: 'c', client: { ...client } }],
      flows: [{ id: 'f', plugins: { slots } }],
      ...(document && { documentation: linkTo('shop') }),
      routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] }, ...route }],
    } as never,
    plugins,
  )
  const source = staticRoutes(routes, { consumers, documents: documentsOf('shop', document) })
  const gateway: Gateway = createGateway({ source, report: () => {}, name: 'edge', ...options })
  const listened = await listen(gateway, { host: '127.0.0.1', ...listening })
  open.push(
    backend.close,
    () => listened.close({ drainMs: 0 }),
    () => gateway.close({ drainMs: 0 }),
  )
  return listened.port
}

interface Request {
  readonly method?: string
  readonly target?: string
  readonly version?: string
  readonly headers?: readonly string[]
  readonly host?: readonly string[]
  readonly body?: string
}

async function ask(port: number, request: Request, accept: string): Promise<RawResponse> {
  const {
    method = 'GET',
    target = '/',
    version = '1.1',
    headers = [],
    host = ['Host: shop.example'],
    body = '',
  } = request
  const lines = [`${method} ${target} HTTP/${version}`, ...host, `Accept: ${accept}`, ...headers, '', body]
  const { responses } = await exchangeRaw(lines.join('\r\n'), { port, responses: 1 })
  return responses.find(({ status }) => status >= 200) as RawResponse
}

/** A plugin `test` that throws. */
const throwing = testPlugin({
  compile: () => ({
    request() {
      throw new Error('no')
    },
  }),
})
const slot = (name: string, config: object = {}) => ({ plugin: `${prefix}${name}`, config })
const unlisted = { hostname: 'nowhere.invalid' }

/** A route for the holder of a key that is described like this, and a request with the key. */
const withKey = (one: ConsumerOf, secret = 'secret-1'): [Scene, Request] => [
  {
    slots: [slot('ApikeyCalls')],
    consumers: [apiUnit('shop', ['gold']), apiUnit('other', ['gold']), ...consumer(one)],
  },
  { headers: [`X-API-Key: key-1:${secret}`], method: 'POST' },
]

/** A route whose document takes JSON objects, and a request with a body of a media type. */
const withBody = (type: string, body: string): [Scene, Request] => [
  {
    slots: [slot('OpenApiValidator')],
    document: {
      openapi: '3.1.0',
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } } } },
    },
  },
  { method: 'POST', headers: [`Content-Type: ${type}`, `Content-Length: ${body.length}`], body },
]

/** How each cause is reached, in the order of the table of causes. */
const reached: Readonly<Record<string, readonly [scene: Scene, request: Request]>> = {
  'errors.bad.request': [{}, { target: '*' }],
  'errors.request.framing': [{}, { headers: ['Connection: Host'] }],
  'errors.request.host.invalid': [{}, { host: ['Host: a', 'Host: a'] }],
  'errors.request.authority.mismatch': [{}, { target: 'http://other.example/' }],
  'errors.request.path.invalid': [{}, { target: '/a%2Fb' }],
  'errors.credentials.missing': [{ slots: [slot('ExpectedConsumer')] }, {}],
  'errors.credentials.invalid': withKey({}, 'wrong'),
  'errors.credentials.expired': withKey({ credential: { validUntil: 1 } }),
  'errors.credentials.revoked': withKey({ credential: { enabled: false } }),
  'errors.certificate.missing': [{ slots: [slot('HasClientCertMatchingValidator', { subjectPatterns: ['*'] })] }, {}],
  'errors.consumer.forbidden': withKey({ api: 'other' }),
  'errors.certificate.forbidden': [
    {
      slots: [slot('HasClientCertMatchingValidator', { subjectPatterns: ['CN=nobody'] })],
      options: { trust: { proxies: ['127.0.0.1'], clientCert: true } },
    },
    { headers: [`Client-Cert: :${certificates.client.replace(/-----[^-]+-----|\s/g, '')}:`] },
  ],
  'errors.method.forbidden': withKey({ credential: { readOnly: true } }),
  'errors.subscription.paused': withKey({ state: 'paused' }),
  'errors.subscription.closed': withKey({ state: 'closed' }),
  'errors.address.forbidden': [{ slots: [slot('IpAddressBlockList', { addresses: ['127.0.0.0/8'] })] }, {}],
  'errors.service.not.found': [{}, { host: ['Host: other.example'] }],
  'errors.feature.inactive': [
    {
      slots: [slot('FeatureGate', { feature: 'shop:express' })],
      options: { features: { isActive: () => false, explain: () => undefined } },
    },
    {},
  ],
  'errors.method.not.allowed': [{ route: { frontend: { paths: ['/'], methods: ['PUT'] } } }, {}],
  'errors.request.timeout': [
    { listening: { bodySilenceMs: 50 }, behaviour: () => {} },
    { method: 'POST', headers: ['Content-Length: 9'], body: 'a' },
  ],
  'errors.body.too.large': [
    { slots: [slot('RequestBodySizeLimit', { max_bytes: 1 })] },
    { method: 'POST', headers: ['Content-Length: 2'], body: 'ab' },
  ],
  'errors.target.too.long': [{}, { target: `/${'a'.repeat(9000)}` }],
  'errors.media.type.unsupported': withBody('text/csv', 'a,b'),
  'errors.expectation.failed': [{}, { headers: ['Expect: a miracle'] }],
  'errors.body.invalid': withBody('application/json', '[]'),
  'errors.headers.too.large': [{}, { headers: Array.from({ length: 101 }, (_, i) => `X-${i}: 1`) }],
  'errors.plugin.failed': [{ slots: [{ plugin: 'test' }], options: { plugins: [throwing] } }, {}],
  'errors.transfer.coding.unsupported': [
    {},
    { method: 'POST', headers: ['Transfer-Encoding: gzip, chunked'], body: '0\r\n\r\n' },
  ],
  'errors.backend.unreachable': [{ behaviour: (socket) => socket.destroy() }, {}],
  'errors.backend.dns': [{ target: unlisted }, {}],
  'errors.backend.tls': [{ target: { tls: true }, behaviour: answering('no TLS') }, {}],
  'errors.backend.bad.response': [{ behaviour: answering('HTTP/1.1 999 No\r\n\r\n') }, {}],
  'errors.backend.body.too.large': [{ slots: [slot('ResponseBodySizeLimit', { max_bytes: 1 })] }, {}],
  'errors.workflow.failed': [
    {
      slots: [slot('WorkflowBackend', { workflow: 'w' })],
      options: { workflows: { run: () => Promise.reject(new Error('no')) } },
    },
    {},
  ],
  'errors.backend.unavailable': [{ route: { backend: undefined } }, {}],
  'errors.service.in.maintenance': [{ slots: [slot('MaintenanceMode', { retry_after: 5 })] }, {}],
  'errors.service.under.construction': [{ slots: [slot('BuildMode')] }, {}],
  'errors.route.misconfigured': [{ route: { flow_ref: 'missing' } }, {}],
  'errors.plugin.unknown': [{ slots: [{ plugin: 'missing' }] }, {}],
  'errors.gateway.cold': [{ options: { source: { snapshot: never, changes: (_, signal) => never(signal) } } }, {}],
  'errors.introspection.unavailable': [
    { slots: [slot('OIDCJwtVerifier', { introspectionUrl: 'http://127.0.0.1:9/' })] },
    { headers: ['Authorization: Bearer token'] },
  ],
  'errors.backend.timeout': [{ behaviour: () => {}, client: { callTimeout: 50 } }, {}],
  'errors.workflow.timeout': [
    {
      slots: [slot('WorkflowBackend', { workflow: 'w', timeout: 1 })],
      options: { workflows: { run: () => new Promise(() => {}) } },
    },
    {},
  ],
  'errors.version.unsupported': [{}, { version: '2.0' }],
  'errors.loop.detected': [{}, { headers: ['Via: 1.1 edge'] }],
}

async function* never(signal?: AbortSignal): AsyncGenerator<never> {
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
}

/** The causes that come with tokens, certificates, features, scripts, workflows, breakers, data planes of their own, and HTTP/2. */
const later: ReadonlySet<string> = new Set([
  ...['errors.quota.exceeded'],
  ...['errors.backend.circuit.open', 'errors.gateway.stale'],
  ...['errors.gateway.stopping', 'errors.limits.unavailable'],
])

/** The causes that other tests reach: log lines, failures of the gateway itself, TLS, full pools, and other requests. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['errors.client.closed', 'errors.backend.reset', 'errors.gateway.failure', 'errors.host.misdirected'],
  ...['errors.backend.overloaded', 'errors.gateway.overloaded', 'errors.concurrency.exceeded'],
  ...['errors.rate.limit.exceeded', 'errors.attempts.exceeded', 'errors.scope.insufficient'],
])

describe('each cause', () => {
  it('is reached here or named as one of another test', () => {
    const ids = causes.map(({ id }) => id)
    expect(Object.keys(reached)).toEqual(ids.filter((id) => !later.has(id) && !elsewhere.has(id)))
  })

  it.each(Object.entries(reached))('%s has its status, headers, page and JSON', async (id, [scene, request]) => {
    const cause = causes.find((one) => one.id === id)!
    const port = await start(scene)
    const html = await ask(port, request, 'text/html')
    expect([html.status, html.headers.get('content-type')]).toEqual([cause.status, ['text/html; charset=utf-8']])
    expect(html.headers.get('gateway-error')).toEqual(['true'])
    expect(html.headers.get('cache-control')).toEqual(['no-store'])
    const [proxyStatus = ''] = html.headers.get('proxy-status') ?? []
    expect(proxyStatus).toMatch(/^signalbox; error=[a-z_]+; details="/)
    expect(proxyStatus).toContain(`details="${id}"`)
    expect(html.body).toContain(`<code>${id}</code>`)
    const json = await ask(port, request, 'application/json')
    const [errorId] = json.headers.get('gateway-error-id') ?? []
    expect([json.status, JSON.parse(json.body)]).toMatchObject([
      cause.status,
      { 'gateway-error-id': errorId, 'gateway-cause': id },
    ])
    expect(json.headers.get('x-request-id')).toEqual([errorId])
    const problem = await ask(port, request, 'application/problem+json')
    expect(JSON.parse(problem.body)).toMatchObject({ status: cause.status, 'gateway-cause': id })
  })
})

describe('a refusal of HEAD', () => {
  it('has the headers of the page, without a length', async () => {
    const { status, headers, body } = await ask(
      await start({}),
      { method: 'HEAD', host: ['Host: other.example'] },
      'text/html',
    )
    expect([status, headers.get('content-type'), headers.get('content-length'), body]).toEqual([
      ...[404, ['text/html; charset=utf-8'], undefined, ''],
    ])
  })
})

describe('a response of a plugin', () => {
  it.each(['plain', 'schön ☂'])('has the header bytes and the body as they are: %s', async (body) => {
    const port = await start({ slots: [slot('StaticResponse', { headers: { 'X-Word': 'caf\u00e9' }, body })] })
    const { headers, body: sent } = await ask(port, {}, '*/*')
    expect([headers.get('x-word'), Buffer.from(sent, 'latin1').toString()]).toEqual([['caf\u00e9'], body])
  })
})
