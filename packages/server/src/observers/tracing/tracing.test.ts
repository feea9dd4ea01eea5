import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as api from '@opentelemetry/api'
import { logs } from '@opentelemetry/api-logs'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { JsonLogsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { credentials, known } from '../../fixtures/known.fixture.ts'
import { createServer, type ServerOptions } from '../../serve/create-server.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const traceparent = `00-${TRACE}-${SPAN}-01`

const exporter = new InMemorySpanExporter()
const records = new InMemoryLogRecordExporter()
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: records })] }))
afterAll(() => {
  api.context.disable()
  api.trace.disable()
  logs.disable()
})
beforeEach(() => {
  exporter.reset()
  records.reset()
})

/** A server, and how to call it with a trace context as its admin. */
async function start(options: ServerOptions = {}) {
  const server = await createServer({
    port: 0,
    host: '127.0.0.1',
    ...known,
    ...{ tracing: true, evaluationEvents: true, webhookPrivate: true, workflowPrivate: true },
    ...options,
  })
  onTestFinished(() => server.close())
  return {
    server,
    call: (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { ...credentials, traceparent, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

/** A local server that keeps the trace contexts of its requests. */
async function receiver() {
  const seen: (string | undefined)[] = []
  const http = createHttpServer((request, response) => {
    seen.push(request.headers.traceparent as string | undefined)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void http.close())
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, seen }
}

const spanOf = (name: string) => exporter.getFinishedSpans().find((span) => span.name === name)
/** The attributes of a span or record in OTLP, as JSON. */
const plain = (attributes: { key: string; value: object }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe('a traced server', () => {
  it('continues the trace of a trusted caller: a span for the call, and an event for its evaluation', async () => {
    const { server, call } = await start({ trustProxy: 1 })
    await server.box.features.create({
      body: { id: 'shop:a', enabled: true, activationStrategy: 'NO_STRATEGY' },
    })
    const response = await call('/api/features/shop:a/check?secret=1')
    expect(await response.json()).toEqual({ active: true })
    const span = spanOf('GET /api/features/{id}/check')!
    expect([span.kind, span.parentSpanContext]).toMatchObject([
      api.SpanKind.SERVER,
      { traceId: TRACE, spanId: SPAN, isRemote: true },
    ])
    const { port } = new URL(server.url)
    const attributes = {
      ...{ 'http.request.method': 'GET', 'http.route': '/api/features/{id}/check', 'http.response.status_code': 200 },
      ...{ 'url.path': '/api/features/shop:a/check', 'url.scheme': 'http' },
      ...{ 'server.address': '127.0.0.1', 'server.port': Number(port) },
      ...{ 'signalbox.operation': 'features.check', 'signalbox.request_id': response.headers.get('X-Request-Id') },
    }
    expect(span.attributes).toEqual(attributes)

    const [record, ...others] = records.getFinishedLogRecords()
    expect(others).toEqual([])
    const event = {
      'feature_flag.key': 'shop:a',
      'feature_flag.provider.name': 'signalbox',
      'feature_flag.result.reason': 'static',
      'feature_flag.result.variant': 'on',
    }
    expect(record).toMatchObject({ eventName: 'feature_flag.evaluation', attributes: event, severityNumber: 9 })
    expect(record!.spanContext).toMatchObject({ traceId: TRACE, spanId: span.spanContext().spanId })

    // What is exported by OTLP says the same.
    const decode = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes))
    const traces = decode(JsonTraceSerializer.serializeRequest([span]))
    const [sent] = traces.resourceSpans[0].scopeSpans[0].spans
    expect([sent.name, sent.traceId, sent.parentSpanId]).toEqual([span.name, TRACE, SPAN])
    expect(plain(sent.attributes)).toEqual(attributes)
    const [logged] = decode(JsonLogsSerializer.serializeRequest([record!])).resourceLogs[0].scopeLogs[0].logRecords
    expect([logged.eventName, logged.traceId, plain(logged.attributes)]).toEqual([
      'feature_flag.evaluation',
      TRACE,
      event,
    ])
  })

  it('begins a trace of its own for other callers, linked to theirs, and ignores invalid contexts', async () => {
    const { call } = await start()
    await call('/api/features')
    expect(spanOf('GET /api/features')).toMatchObject({
      parentSpanContext: undefined,
      links: [{ context: { traceId: TRACE, spanId: SPAN } }],
    })
    exporter.reset()
    await call('/api/features', 'GET', undefined, { traceparent: `${traceparent}-x` })
    expect(spanOf('GET /api/features')).toMatchObject({ parentSpanContext: undefined, links: [] })
  })

  it('keeps the trace in events, which webhooks and their receivers get', async () => {
    const { call } = await start({ trustProxy: 1 })
    const { url, seen } = await receiver()
    const hook = { clientId: 'hook', callbackUrl: `${url}/services/secret?token=secret`, domains: ['Config'] }
    expect((await call('/api/webhooks', 'POST', hook, { traceparent: '' })).status).toBe(201)
    expect((await call('/api/configs', 'POST', { id: 'a', value: 1 })).status).toBe(201)
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(1)
    await expect.poll(() => spanOf('POST'), { timeout: 20_000 }).toBeDefined()
    const write = spanOf('POST /api/configs')!
    const delivery = spanOf('POST')!
    expect([delivery.kind, delivery.parentSpanContext]).toMatchObject([
      api.SpanKind.CLIENT,
      { traceId: TRACE, spanId: write.spanContext().spanId },
    ])
    expect(seen).toEqual([`00-${TRACE}-${delivery.spanContext().spanId}-01`])
    expect(delivery.attributes).toEqual({
      ...{ 'http.request.method': 'POST', 'http.response.status_code': 204 },
      ...{ 'server.address': '127.0.0.1', 'server.port': Number(new URL(url).port) },
    })
  })

  it('passes the trace on with the calls of workflows', async () => {
    const { url, seen } = await receiver()
    const { server, call } = await start({ trustProxy: 1, scriptOrigins: [url] })
    const step = { kind: 'call', function: 'core.http_client', args: { url } }
    await server.box.workflows.create({ body: { id: 'w', config: { kind: 'workflow', steps: [step] } } as never })
    expect((await call('/api/workflows/w/_run', 'POST', {})).status).toBe(200)
    const run = exporter.getFinishedSpans().find((span) => span.attributes['signalbox.operation'] === 'workflows.run')
    const made = spanOf('GET')!
    expect(made.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: run!.spanContext().spanId })
    expect(seen).toEqual([`00-${TRACE}-${made.spanContext().spanId}-01`])
  })

  it('traces its gateway, whose workflows continue the trace', async () => {
    const { url, seen } = await receiver()
    const { server } = await start({ gateway: true, gatewayTrusted: ['127.0.0.1'], scriptOrigins: [url] })
    const step = { kind: 'call', function: 'core.http_client', args: { url } }
    const steps = [step, { kind: 'value', value: { status: 200, body: 'done' } }]
    await server.box.workflows.create({ body: { id: 'quote', config: { kind: 'workflow', steps } } as never })
    const plugin = 'cp:gateway.next.plugins.WorkflowBackend'
    await server.box.apis.create({
      body: {
        ...{ id: 'shop', name: 'Shop', context_path: '/shop' },
        routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
        flows: [{ id: 'f', plugins: { slots: [{ plugin, config: { workflow: 'quote' } }] } }],
      } as never,
    })
    await server.box.apis.deployments.create({ id: 'shop', body: {} })
    await expect.poll(async () => (await server.box.gateway.list()).results.map(({ lag }) => lag)).toEqual([0])
    expect((await fetch(`${server.gatewayUrl}/shop`, { headers: { traceparent } })).status).toBe(200)
    const ofRoute = () => exporter.getFinishedSpans().find((one) => one.attributes['signalbox.route'])
    await expect.poll(ofRoute).toBeDefined()
    const span = ofRoute()!
    expect(span.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: SPAN })
    const made = spanOf('GET')!
    expect(made.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: span.spanContext().spanId })
    expect(seen).toEqual([`00-${TRACE}-${made.spanContext().spanId}-01`])
  })
})

describe('a server that is not traced', () => {
  it('makes no spans and no events', async () => {
    const { server, call } = await start({ tracing: false, evaluationEvents: false })
    await server.box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await call('/api/features/a/check')
    expect([exporter.getFinishedSpans(), records.getFinishedLogRecords()]).toEqual([[], []])
  })

  it('may record evaluations alone', async () => {
    const { server, call } = await start({ tracing: false })
    await server.box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await call('/api/features/a/check')
    expect(exporter.getFinishedSpans()).toEqual([])
    expect(records.getFinishedLogRecords().map(({ eventName }) => eventName)).toEqual(['feature_flag.evaluation'])
  })
})
