import http from 'node:http'
import * as api from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { describe, expect, it } from 'vitest'
import { testPlugin } from '../../pipeline/pipeline.fixture.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend } from '../scene/backend.fixture.ts'
import type { GatewaySettings } from '../scene/open-gateway.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const sent = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'vendor=1,other=2' }
const trusting = { trust: { proxies: ['127.0.0.0/8'] } }

/** The spans that have ended, by the SDK of OpenTelemetry, and how often each began and ended. */
export function recording() {
  const exporter = new InMemorySpanExporter()
  const counts = new Map<string, [began: number, ended: number]>()
  const count = (id: string, place: 0 | 1) => {
    const [began, ended] = counts.get(id) ?? [0, 0]
    counts.set(id, place === 0 ? [began + 1, ended] : [began, ended + 1])
  }
  const provider = new BasicTracerProvider({
    spanProcessors: [
      new SimpleSpanProcessor(exporter),
      {
        onStart(span) {
          const { end } = span
          const { spanId } = span.spanContext()
          count(spanId, 0)
          span.end = (...times) => {
            count(spanId, 1)
            end.apply(span, times)
          }
        },
        onEnd() {},
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  })
  return { tracer: provider.getTracer('signalbox'), counts, spans: () => exporter.getFinishedSpans() }
}

/** Registers tests of traces. */
export function describeTracing({ name, open }: ProxySubject): void {
  describe(`${name}: traces`, () => {
    const scene = scenes(open)

    async function setUp(
      respond?: Parameters<typeof scene>[0],
      { options, ...settings }: Partial<GatewaySettings> = {},
    ) {
      const { tracer, ...recorded } = recording()
      const made = await scene(respond, { ...settings, options: { tracing: { api, tracer }, ...options } })
      return { ...made, ...recorded }
    }
    const headerOf = (headers: readonly string[], name: string) =>
      headers[headers.findIndex((one) => one.toLowerCase() === name) + 1]

    it('a request has a span, and its attempt another one, whose context the backend gets', async () => {
      const { call, until, spans, backend, gateway } = await setUp()
      const { headers } = await call('/orders/7?secret=1')
      await until(1)
      const [attempt, server] = spans()
      expect([server?.name, server?.kind, server?.parentSpanContext]).toEqual(['GET /', api.SpanKind.SERVER, undefined])
      expect(server?.attributes).toEqual({
        ...{ 'http.request.method': 'GET', 'url.path': '/orders/7', 'url.scheme': 'http', 'http.route': '/' },
        ...{ 'server.address': 'shop.example', 'server.port': 80, 'http.response.status_code': 200 },
        ...{ 'signalbox.route': 'shop:all', 'signalbox.request_id': headers['x-request-id'] },
      })
      const { port } = backend
      expect([attempt?.name, attempt?.kind]).toEqual(['GET', api.SpanKind.CLIENT])
      expect(attempt?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId)
      expect(attempt?.attributes).toEqual({
        ...{ 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'server.port': port },
        ...{ 'signalbox.target': `127.0.0.1:${port}`, 'http.response.status_code': 200 },
      })
      const { traceId, spanId } = attempt!.spanContext()
      expect(headerOf(backend.seen[0]!.headers, 'traceparent')).toBe(`00-${traceId}-${spanId}-01`)
      expect(gateway.status().state).toBe('fresh')
    })

    it('the parent is the context of a trusted caller, whose trace state is preserved', async () => {
      const { call, until, spans, backend } = await setUp(undefined, { options: trusting })
      await call('/', { headers: sent })
      await until(1)
      const [attempt, server] = spans()
      expect(server?.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: SPAN, isRemote: true })
      const { headers } = backend.seen[0]!
      expect(headerOf(headers, 'traceparent')).toBe(`00-${TRACE}-${attempt!.spanContext().spanId}-01`)
      expect(headerOf(headers, 'tracestate')).toBe('vendor=1,other=2')
    })

    it('other callers are linked, unless all may be parents', async () => {
      const { call, until, spans, backend } = await setUp()
      await call('/', { headers: sent })
      await until(1)
      const [, server] = spans()
      expect(server?.parentSpanContext).toBeUndefined()
      expect(server?.links[0]?.context).toMatchObject({ traceId: TRACE, spanId: SPAN })
      expect(backend.seen[0]!.headers.join()).not.toContain(TRACE)
      expect(backend.seen[0]!.headers.map((one) => one.toLowerCase())).not.toContain('tracestate')

      const { tracer, spans: others } = recording()
      const all = await scene(undefined, { options: { tracing: { api, tracer, parents: 'all' } } })
      await all.call('/', { headers: sent })
      await all.until(1)
      expect(others()[1]?.parentSpanContext?.spanId).toBe(SPAN)
    })

    it('each attempt has its own span, with its failure', async () => {
      const closed = await startBackend()
      await closed.close()
      const { call, until, spans } = await setUp(undefined, {
        others: [{ hostname: '127.0.0.1', port: closed.port }],
        target: { weight: 1 },
        balancing: { type: 'RoundRobin' },
        client: { retries: 2, retryInitialDelay: 1 },
      })
      for (let i = 0; i < 2; i++) expect((await call('/')).status).toBe(200)
      await until(2)
      const failed = spans().find(({ attributes }) => attributes['error.type'] !== undefined)
      expect(failed?.attributes).toMatchObject({
        'server.port': closed.port,
        'error.type': 'errors.backend.unreachable',
      })
      expect(failed?.status.code).toBe(api.SpanStatusCode.ERROR)
      const again = spans().find(({ attributes }) => attributes['http.request.resend_count'] === 1)
      expect(again?.attributes).toMatchObject({ 'http.response.status_code': 200 })
    })

    it('a refusal has its cause, and is an error if its status is', async () => {
      const closed = await startBackend()
      await closed.close()
      const { call, until, spans } = await setUp(undefined, { target: { port: closed.port } })
      await call('/', { headers: { Host: 'other.example' } })
      await call('/')
      await until(2)
      const [unrouted, , server] = spans()
      expect([unrouted?.name, unrouted?.status.code]).toEqual(['GET', api.SpanStatusCode.UNSET])
      expect(unrouted?.attributes).toMatchObject({
        ...{ 'http.response.status_code': 404, 'signalbox.cause': 'errors.service.not.found' },
      })
      expect(server?.attributes).toMatchObject({
        ...{ 'http.response.status_code': 502, 'signalbox.cause': 'errors.backend.unreachable' },
        'error.type': 'errors.backend.unreachable',
      })
      expect(server?.status.code).toBe(api.SpanStatusCode.ERROR)
    })

    it('every span ends once, whatever becomes of the request', async () => {
      let calls = 0
      const arrivals = new Map<string, () => void>()
      const { call, until, counts, spans, port } = await setUp(
        (request, response) => {
          const [, what] = request.url?.split('/') ?? []
          if (what === 'retried' && calls++ % 2 === 0) response.writeHead(503).end('again')
          else if (what === 'silent') return
          else if (what === 'reset') request.socket.destroy()
          else if (what === 'broken') response.write('half', () => request.socket.destroy())
          else if (what === 'endless') response.write('and')
          else response.end('ok')
        },
        {
          client: {
            retries: 2,
            retryInitialDelay: 1,
            retryStatuses: [503],
            callTimeout: 300,
            callAndStreamTimeout: 300,
          },
          plugins: [
            testPlugin({
              stage: 'admit',
              compile: () => ({
                request({ path }) {
                  arrivals.get(path)?.()
                  if (path === '/answered') return { answer: { status: 200, headers: [], body: 'own' } }
                  if (path === '/refused') return { refuse: 'errors.quota.exceeded' }
                  if (path === '/thrown') throw new Error('in a plugin')
                  return path.startsWith('/slow') ? new Promise((resolve) => setTimeout(resolve, 20)) : undefined
                },
              }),
            }),
          ],
          slots: [{ plugin: 'test' }],
        },
      )
      const left = (path: string) =>
        new Promise<void>((resolve) => {
          const request = http.get({ port, path, host: '127.0.0.1', agent: false, headers: { Host: 'shop.example' } })
          const leave = () => request.destroy()
          if (path === '/endless')
            request.on('response', (response) => response.once('data', leave).on('error', () => {}))
          else arrivals.set(path, leave)
          request.on('error', () => {}).on('close', resolve)
        })
      const paths = '/ok /retried /silent /reset /broken /answered /refused /thrown /slow /%00'.split(' ')
      const post = { method: 'POST', headers: { 'Content-Length': 4 } }
      await Promise.all([
        ...paths.map((path) => call(path).catch(() => {})),
        call('/ok', post, Buffer.from('ping')),
        call('/ok', { headers: { Host: 'other.example' } }),
        ...['/silent/left', '/endless', '/slow/left'].map(left),
      ])
      await until(paths.length + 5)
      expect(new Set([...counts.values()].map(String))).toEqual(new Set(['1,1']))
      expect(spans()).toHaveLength(counts.size)
      expect(spans().filter(({ kind }) => kind === api.SpanKind.SERVER)).toHaveLength(paths.length + 5)
    })

    it('without a tracer provider, the context of the caller is passed on', async () => {
      const { call, backend } = await scene(undefined, { options: { tracing: { api }, ...trusting } })
      await call('/', { headers: sent })
      await call('/')
      expect(headerOf(backend.seen[0]!.headers, 'traceparent')).toBe(sent.traceparent)
      expect(backend.seen[1]!.headers.map((one) => one.toLowerCase())).not.toContain('traceparent')
    })
  })
}
