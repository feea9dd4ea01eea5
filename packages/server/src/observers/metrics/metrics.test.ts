import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { call, known } from '../../fixtures/known.fixture.ts'
import { startReceiver } from '../../fixtures/receiver.fixture.ts'
import { createServer, type ServerOptions } from '../../serve/create-server.ts'
import { metricTable } from './metric-table.ts'
import { problemsOfOpenMetrics } from './open-metrics-text.fixture.ts'
import { scrape } from './scrape.fixture.ts'

async function open(options: ServerOptions = {}) {
  const server = await createServer({ ...known, port: 0, host: '127.0.0.1', adminPort: 0, ...options })
  onTestFinished(() => server.close())
  const send = async (path: string, init?: RequestInit) => {
    const response = await call(server.url + path, init)
    await response.text()
    return response.status
  }
  return { server, send, metrics: () => scrape(server.adminUrl) }
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
const feature = (id: string, enabled = true) => post({ id, enabled, activationStrategy: 'NO_STRATEGY' })
const requests = 'signalbox_requests_total'

describe('metrics of requests', () => {
  it('count them by operation, method and status, and time them', async () => {
    const { send, metrics } = await open()
    expect(await send('/api/features', feature('a'))).toBe(201)
    for (let i = 0; i < 3; i++) expect(await send('/api/features/a/check')).toBe(200)
    expect(await send('/api/features/none/check')).toBe(404)
    expect(await send('/api/features', post({ id: 1 }))).toBe(400)
    const { value, count } = await metrics()
    const check = { operation: 'features.check', method: 'GET' }
    expect(value(requests, { ...check, status: '200' })).toBe(3)
    expect(value(requests, { ...check, status: '404' })).toBe(1)
    expect(value(requests, { operation: 'features.create', method: 'POST', status: '201' })).toBe(1)
    expect(value(requests, { operation: 'features.create', status: '400' })).toBe(1)
    expect(count('signalbox_request_seconds', { operation: 'features.check' })).toBe(4)
    expect(value('signalbox_requests_in_flight')).toBe(0)
  })

  it('count what is no operation as _page or _unknown', async () => {
    const { send, metrics } = await open()
    expect(await send('/')).toBeLessThan(400)
    expect(await send('/api/nothing/here')).toBe(404)
    const { value } = await metrics()
    expect(value(requests, { operation: '_page' })).toBe(1)
    expect(value(requests, { operation: '_unknown', status: '404' })).toBe(1)
  })

  it('count event streams when they open, and do not time them', async () => {
    const { server, metrics } = await open()
    const left = new AbortController()
    await call(`${server.url}/api/events`, { signal: left.signal })
    const opened = await metrics()
    expect(opened.value(requests, { operation: 'events.stream', status: '200' })).toBe(1)
    expect(opened.value('signalbox_event_streams')).toBe(1)
    expect(opened.value('signalbox_requests_in_flight')).toBe(0)
    left.abort()
    await expect.poll(async () => (await metrics()).value('signalbox_event_streams')).toBe(0)
    const closed = await metrics()
    expect(closed.value(requests, { operation: 'events.stream' })).toBe(1)
    expect(closed.count('signalbox_request_seconds', { operation: 'events.stream' })).toBe(0)
  })

  it('have no more series for thousands of different ids, paths and methods', async () => {
    const { server, send, metrics } = await open()
    const all = async (from: number, to: number) => {
      for (let i = from; i < to; i += 50)
        await Promise.all(
          Array.from({ length: 50 }, async (_, n) => {
            await send(`/api/features/f${i + n}/check`)
            await send(`/api/unknown/${i + n}`)
            await send(`/page-${i + n}`, { method: 'PROPFIND' })
          }),
        )
    }
    await all(0, 50)
    await server.box.features.create({ body: { id: 'f', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    const labelsIn = async () => {
      const { labels } = await metrics()
      return [labels(requests, 'operation'), labels(requests, 'method'), labels(requests, 'status')]
    }
    const before = await labelsIn()
    const { series } = await metrics()
    await all(50, 3400)
    expect(await labelsIn()).toEqual(before)
    expect((await metrics()).series - series).toBeLessThan(20) // metrics of the process, such as types of resources
  })
})

describe('metrics of evaluations', () => {
  it('count features by result, configs by reason, and clients of experiments', async () => {
    const { server, send, metrics } = await open()
    await send('/api/features', feature('on'))
    await send('/api/features', feature('off', false))
    await server.box.configs.create({ body: { id: 'c', value: 'x' } })
    const variants = [{ id: 'A', name: 'A', traffic: 1 }]
    await server.box.experiments.create({ body: { id: 'e', name: 'e', enabled: true, variants } })
    for (let i = 0; i < 3; i++) server.box.isActive('on')
    await send('/api/features/off/check')
    server.box.value('c')
    await server.box.experiments.displayed({ id: 'e', clientId: 'ann' })
    const { value } = await metrics()
    const evaluations = (kind: string, result: string) => value('signalbox_evaluations_total', { kind, result })
    expect(evaluations('feature', 'active')).toBe(3)
    expect(evaluations('feature', 'inactive')).toBe(1)
    expect(evaluations('config', 'static')).toBe(1)
    expect(evaluations('experiment', 'assigned')).toBe(1)
  })
})

describe('metrics of the store', () => {
  it('time each call by its method', async () => {
    const { server, metrics } = await open()
    const commits = async () => (await metrics()).count('signalbox_store_seconds', { method: 'commit' })
    const before = await commits()
    await server.box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await server.box.features.create({ body: { id: 'b', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    expect((await commits()) - before).toBe(2)
    expect((await metrics()).value('signalbox_store_failures_total')).toBe(0)
  })

  it('have the head of the log, and how far its consumers are behind', async () => {
    const { server, metrics } = await open()
    await server.box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    const { events } = await server.box.about()
    const { value, labels } = await metrics()
    expect(value('signalbox_log_head')).toBe(events.head)
    expect(labels('signalbox_log_lag_seconds', 'consumer')).toContain('state')
    expect(value('signalbox_log_lag_events', { consumer: 'state' })).toBe(0)
  })
})

describe('metrics of webhooks, scripts and workflows', () => {
  it('count deliveries by outcome', async () => {
    const { server, metrics } = await open({ webhookPrivate: true })
    const receiver = await startReceiver(({ path }, response) => {
      response.statusCode = path === '/failing' ? 500 : 204
      response.end()
    })
    await server.box.webhooks.create({ body: { clientId: 'good', callbackUrl: `${receiver.url}/good` } })
    await server.box.webhooks.create({ body: { clientId: 'failing', callbackUrl: `${receiver.url}/failing` } })
    await server.box.webhooks.test({ id: 'good' })
    await server.box.webhooks.test({ id: 'failing' })
    const deliveries = async (outcome: string) =>
      (await metrics()).value('signalbox_webhook_deliveries_total', { outcome })
    expect(await deliveries('ok')).toBe(1 + receiver.deliveries.filter(isDelivery('/good')).length)
    expect(await deliveries('5xx')).toBeGreaterThanOrEqual(1)
    await server.box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await vi.waitFor(
      async () => {
        const { labels } = await metrics()
        expect(labels('signalbox_log_lag_seconds', 'consumer')).toEqual(
          expect.arrayContaining(['webhooks', 'webhook:failing', 'webhook:good']),
        )
        expect(receiver.deliveries.filter(isDelivery('/good'))).not.toEqual([])
        expect(await deliveries('ok')).toBe(1 + receiver.deliveries.filter(isDelivery('/good')).length)
      },
      { timeout: 20_000, interval: 100 },
    )
  })

  it('count runs of scripts by outcome', async () => {
    const { server, metrics } = await open()
    const run = (script: string) =>
      server.box.scripts.debug({ body: { script: { type: 'javascript', script }, context: {} } })
    await run('function enabled(context, enabled, disabled) { enabled() }')
    await run('function enabled() { throw new Error("no") }')
    const { value, count } = await metrics()
    const runs = (outcome: string) => value('signalbox_script_runs_total', { language: 'javascript', outcome })
    expect([runs('ok'), runs('exception')]).toEqual([1, 1])
    expect(count('signalbox_script_seconds', { language: 'javascript' })).toBe(2)
  })

  it('count runs of workflows by outcome, and the budgets that they exceed', async () => {
    const { server, metrics } = await open()
    const config = { kind: 'workflow', steps: [{ kind: 'noop' }, { kind: 'noop' }] }
    await server.box.workflows.test({ body: { config } })
    await expect(server.box.workflows.test({ body: { config, budgets: { steps: 1 } } })).rejects.toThrow()
    const { value, count } = await metrics()
    const runs = (outcome: string) => value('signalbox_workflow_runs_total', { outcome })
    expect([runs('ok'), runs('invalid')]).toEqual([1, 1])
    expect(value('signalbox_workflow_budget_exceeded_total', { budget: 'steps' })).toBe(1)
    expect(count('signalbox_workflow_seconds')).toBe(2)
  })
})

/** A delivery with events that came to a path. */
const isDelivery =
  (path: string) =>
  (one: { readonly path: string; readonly events: readonly unknown[] }): boolean =>
    one.path === path && one.events.length > 0

describe('the text of metrics', () => {
  it('has every metric of the table, as its type', async () => {
    const { metrics } = await open()
    const { types } = await metrics()
    expect(metricTable.filter(({ name, type }) => types.get(name) !== type)).toEqual([])
  })

  it('is valid OpenMetrics if that is asked for, with the gateway and without', async () => {
    for (const gateway of [false, true]) {
      const { server, send } = await open({ gateway })
      await send('/api/features', feature('a'))
      const ask = async () => {
        const Accept = 'application/openmetrics-text; version=1.0.0'
        return (await fetch(`${server.adminUrl}/metrics`, { headers: { Accept } })).text()
      }
      expect(problemsOfOpenMetrics(await ask())).toEqual([])
      const text = await ask()
      expect(problemsOfOpenMetrics(text)).toEqual([])
      expect(text).toContain('# TYPE signalbox_requests counter\n')
      expect(text).toContain('\nsignalbox_requests_total{')
      expect(text.includes('signalbox_gateway_requests')).toBe(gateway)
    }
  })

  it('keeps the names of counters for Prometheus after OpenMetrics was asked for', async () => {
    const { server, send, metrics } = await open()
    await fetch(`${server.adminUrl}/metrics`, { headers: { Accept: 'application/openmetrics-text' } })
    await send('/api/features', feature('a'))
    expect((await metrics()).value(requests, { operation: 'features.create' })).toBe(1)
  })
})

describe('servers in one process', () => {
  it('count apart', async () => {
    const [one, other] = [await open(), await open()]
    await one.send('/api/features', feature('a'))
    const created = { operation: 'features.create' }
    expect((await one.metrics()).value(requests, created)).toBe(1)
    expect((await other.metrics()).value(requests, created)).toBe(0)
  })

  it('measure nothing without the port for operators', async () => {
    const { server } = await open({ adminPort: 'off' })
    expect(server.adminUrl).toBeUndefined()
  })
})
