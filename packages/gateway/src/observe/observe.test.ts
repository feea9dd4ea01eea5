import type { TailEvent, TailFilter } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { GatewayOptions } from '../gateway.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { flowOf, setUp, testPlugin } from '../pipeline/pipeline.fixture.ts'
import type { Outcome } from '../plugin-api/exchange.ts'

const gauges = { revision: 7, age: 1.5, routes: 2, logDropped: 0, usageUnsent: 0, backends: [] }
const counted = { method: 'GET', status: 200, cause: undefined, ms: 3, backendMs: 2 }

describe('the metrics', () => {
  it('count requests by route, method, class of the status and cause', () => {
    const metrics = createMetrics()
    const counters = metrics.countersOf({ id: 'shop:all', api_ref: 'shop' })
    for (const one of [counted, counted, { ...counted, method: 'BREW', status: 429, cause: 'errors.quota.exceeded' }]) {
      metrics.began()
      metrics.ended(counters, one)
    }
    const text = metrics.show(gauges)
    const line = (labels: string, count: number) =>
      `signalbox_gateway_requests_total{api="shop",route="shop:all",${labels}} ${count}`
    expect(text).toContain(line('method="GET",status_class="2xx",cause=""', 2))
    expect(text).toContain(line('method="OTHER",status_class="4xx",cause="errors.quota.exceeded"', 1))
    expect(text).toContain('signalbox_gateway_in_flight 0\n')
  })

  it('count what limits and quotas refused, for at most 1,000 plans', () => {
    const metrics = createMetrics()
    const end = (cause: string, plan?: string) => metrics.ended(metrics.countersOf(), { ...counted, cause, plan })
    end('errors.rate.limit.exceeded')
    for (let i = 0; i < 1100; i++) end('errors.quota.exceeded', `plan-${i}`)
    end('errors.backend.timeout', 'plan-1')
    const lines = metrics
      .show(gauges)
      .split('\n')
      .filter((line) => line.startsWith('signalbox_gateway_limited_total'))
    expect(lines).toHaveLength(1001)
    for (const line of ['{plan=""} 1', '{plan="plan-1"} 1', '{plan="_other"} 101'])
      expect(lines).toContain(`signalbox_gateway_limited_total${line}`)
  })

  it('have histograms of seconds for each API', () => {
    const metrics = createMetrics()
    metrics.ended(metrics.countersOf({ id: 'shop:a', api_ref: 'shop' }), counted)
    metrics.ended(metrics.countersOf({ id: 'shop:b', api_ref: 'shop' }), {
      ...counted,
      ms: 20_000,
      backendMs: undefined,
    })
    const lines = metrics.show(gauges).split('\n')
    expect(lines).toContain('signalbox_gateway_request_seconds_bucket{api="shop",le="0.0025"} 0')
    expect(lines).toContain('signalbox_gateway_request_seconds_bucket{api="shop",le="0.005"} 1')
    expect(lines).toContain('signalbox_gateway_request_seconds_bucket{api="shop",le="+Inf"} 2')
    expect(lines).toContain('signalbox_gateway_request_seconds_count{api="shop"} 2')
    expect(lines).toContain('signalbox_gateway_backend_seconds_count{api="shop"} 1')
  })

  it('count what is beyond 5,000 routes as one route', () => {
    const metrics = createMetrics()
    for (let i = 0; i < 5100; i++) metrics.countersOf({ id: `r${i}`, api_ref: 'shop' })
    expect(metrics.countersOf({ id: 'r1', api_ref: 'shop' }).route).toBe('r1')
    expect(metrics.countersOf({ id: 'r5099', api_ref: 'shop' }).route).toBe('_other')
  })

  it('escape labels', () => {
    const metrics = createMetrics()
    metrics.ended(metrics.countersOf({ id: 'a"\\\n', api_ref: 'shop' }), counted)
    expect(metrics.show(gauges)).toContain('route="a\\"\\\\\\n"')
  })

  it('are also shown in the format of OpenMetrics', () => {
    const text = createMetrics().show(gauges, 'openmetrics')
    expect(text).toContain('# TYPE signalbox_gateway_requests counter\n')
    expect(text.endsWith('# EOF\n')).toBe(true)
  })
})

describe('the access log', () => {
  /** A gateway that logs, and a function that serves a request and returns its line. */
  function logging(options: object = {}, slots: readonly object[] = [], change?: (state: ExchangeState) => void) {
    const written: string[] = []
    const api = {
      routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }],
      flows: [flowOf(...slots)],
    }
    const { gateway, decide } = setUp(api as never, { log: { write: (lines) => void written.push(lines), ...options } })
    const lines = async (): Promise<Record<string, unknown>[]> => {
      await gateway.close()
      return written
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    }
    const serve = async (sent: Parameters<typeof decide>[0] = {}, status = 200) => {
      const decided = await decide(sent)
      change?.(decided as ExchangeState)
      gateway.pipeline.finish(decided, { status: decided.answer?.status ?? status, bytesIn: 1, bytesOut: 2 })
    }
    return { serve, lines, written }
  }

  it('has a line of JSON for each request', async () => {
    const { serve, lines } = logging()
    await serve({ target: '/a?token=1' })
    const [line] = await lines()
    expect(line).toEqual({
      ...{ time: expect.any(String), id: expect.any(String), method: 'GET', host: 'shop.example', path: '/a' },
      ...{
        status: 200,
        route: 'shop:all',
        api: 'shop',
        revision: 0,
        ms: expect.any(Number),
        attempts: 1,
        target: '127.0.0.1:9',
      },
      ...{ bytesIn: 1, bytesOut: 2, address: '203.0.113.0' },
    })
  })

  it('has the time of each request to the millisecond, whichever came before', async () => {
    const start = Date.UTC(2026, 11, 31, 23, 59, 59)
    const times = [0, 7, 99, 100, 999, 1000, 1001, 998, 86_400_000, 5].map((ms) => start + ms)
    const logged: string[] = []
    let now = 0
    const { gateway, decide } = setUp(
      {},
      { log: { write: (lines) => void logged.push(lines) }, clock: () => times[now] as number },
    )
    for (; now < times.length; now++) gateway.pipeline.finish(await decide(), { status: 200, bytesIn: 0, bytesOut: 0 })
    now = 0
    await gateway.close()
    const seen = logged.join('').trim().split('\n')
    expect(seen.map((line) => JSON.parse(line).time)).toEqual(times.map((time) => new Date(time).toISOString()))
  })

  it('has no negative times if the clock is set back', async () => {
    const written: string[] = []
    const outcomes: Outcome[] = []
    const noting = testPlugin({
      stage: 'request',
      compile: () => ({ done: (_, outcome) => void outcomes.push(outcome) }),
    })
    const { gateway, decide } = setUp(
      {
        routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }],
        flows: [flowOf({})],
      } as never,
      { log: { write: (lines) => void written.push(lines) }, plugins: [noting] },
    )
    gateway.pipeline.finish(await decide(), { status: 200, bytesIn: 0, bytesOut: 0, calledAt: 2000, headAt: 1000 })
    await gateway.close()
    expect(JSON.parse(written.join(''))).toMatchObject({ backendMs: 0 })
    expect(outcomes).toMatchObject([{ backendMs: 0 }])
  })

  it('marks requests beyond a limit that only observes, which are also counted', async () => {
    const slot = { plugin: 'cp:gateway.next.plugins.RateLimit', config: { rate: 1, window: 3600, observe: true } }
    const written: string[] = []
    const { gateway, decide } = setUp(
      {
        routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }],
        flows: [flowOf(slot)],
      } as never,
      { log: { write: (lines) => void written.push(lines) } },
    )
    for (let i = 0; i < 3; i++) gateway.pipeline.finish(await decide(), { status: 200, bytesIn: 0, bytesOut: 0 })
    await gateway.close()
    expect(written.join('').match(/"overLimit":true/g)).toHaveLength(2)
    expect(gateway.metrics()).toContain('signalbox_gateway_over_limit_total{api="shop",route="shop:all"} 2')
  })

  describe('of an API with export_reporting', () => {
    const waiting = testPlugin({
      compile: () => ({
        async request({ path }) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          return path === '/refused' ? { refuse: 'errors.quota.exceeded' } : undefined
        },
        response: () => undefined,
      }),
    })
    const cors = { plugin: 'cp:gateway.next.plugins.Cors', config: { allow_origin: 'https://shop.example' } }

    /** The lines of requests to the API, with a log that takes no other request. */
    async function detailed(api: object, options: Partial<GatewayOptions> = {}) {
      const written: string[] = []
      const { gateway, decide } = setUp(
        {
          routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }],
          flows: [flowOf(cors, {}, {})],
          ...api,
        } as never,
        { plugins: [waiting], log: { write: (lines) => void written.push(lines), sample: 0 }, ...options },
      )
      const heard: TailEvent[] = []
      const stop = gateway.tail({}, (event) => void heard.push(event))
      const preflight = [
        'Host',
        'shop.example',
        'Origin',
        'https://shop.example',
        'Access-Control-Request-Method',
        'GET',
      ]
      for (const sent of [{ target: '/a' }, { target: '/refused' }, { method: 'OPTIONS', headers: preflight }]) {
        const decided = await decide(sent)
        const times = decided.answer ? {} : { calledAt: 1000, headAt: 1007.4 }
        if (!decided.answer) await gateway.pipeline.respond(decided, 200, [])
        const { status = 200 } = decided.answer ?? {}
        gateway.pipeline.finish(decided, { status, bytesIn: 3, bytesOut: 4, ...times })
      }
      stop()
      await gateway.close()
      const lines = written.join('').trim().split('\n').filter(Boolean)
      return { lines: lines.map((line) => JSON.parse(line)), heard }
    }

    it('has every request, with details', async () => {
      const { lines, heard } = await detailed({ export_reporting: true })
      const [passed, refused, preflight] = lines
      expect(lines.map(({ status }) => status)).toEqual([200, 429, 204])
      expect(passed.details).toEqual({
        ...{ bytes_in: 3, bytes_out: 4, backend_ms: 7 },
        plugins: [
          { plugin: 'cp:gateway.next.plugins.Cors', ms: expect.any(Number) },
          { plugin: 'test', ms: expect.any(Number) },
        ],
      })
      // Two slots wait 20 milliseconds each; the refusal comes from the first.
      expect(passed.details.plugins[1].ms).toBeGreaterThan(30)
      expect(refused.details).not.toHaveProperty('backend_ms')
      expect(refused.details.plugins[1].ms).toBeGreaterThan(15)
      expect(preflight.details.plugins.map(({ plugin }: { plugin: string }) => plugin)).toContain(cors.plugin)
      expect(heard.map(({ kind }) => kind)).toEqual(['request', 'request', 'request'])
    })

    it('has no details of others, and is sampled', async () => {
      const { lines } = await detailed({})
      expect(lines.map(({ status, details }) => [status, details])).toEqual([[429, undefined]])
    })

    it('also has the plugins of an API with debug_flow, which the live tail then shows', async () => {
      const { lines, heard } = await detailed({ export_reporting: true, debug_flow: true })
      expect(lines).toHaveLength(3)
      expect(heard.filter(({ kind }) => kind === 'plugin').length).toBeGreaterThan(4)
    })

    it('costs nothing where nothing is logged', async () => {
      const api = { export_reporting: true, flows: [flowOf({})] }
      const { decide } = setUp(
        { routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }], ...api } as never,
        { plugins: [testPlugin({ compile: () => ({ request: () => undefined }) })] },
      )
      expect(((await decide()) as ExchangeState).flow).toBeUndefined()
    })
  })

  it('names the cause of a refusal', async () => {
    const { serve, lines } = logging()
    await serve({ headers: ['Host', 'other.example'] })
    expect((await lines())[0]).toMatchObject({ status: 404, cause: 'errors.service.not.found' })
  })

  it('shortens addresses unless told otherwise', async () => {
    const short = logging()
    await short.serve({ address: '2001:db8:1:2::3' })
    const full = logging({ fullAddress: true })
    await full.serve()
    expect([(await short.lines())[0]?.address, (await full.lines())[0]?.address]).toEqual([
      '2001:db8:1::',
      '203.0.113.7',
    ])
  })

  it('has query and headers only if told, and never those with credentials', async () => {
    const headers = [
      'Host',
      'shop.example',
      'Authorization',
      's',
      'Cookie',
      's',
      'X-Tenant',
      't',
      'Gateway-Client-Secret',
      's',
    ]
    const { serve, lines } = logging({
      query: true,
      headers: ['X-Tenant', 'Authorization', 'Cookie', 'Gateway-Client-Secret'],
    })
    await serve({ target: '/?a=1&client%5Fid=s&client_secret=s', headers })
    expect((await lines())[0]).toMatchObject({ query: '?a=1', headers: { 'x-tenant': 't' } })
  })

  it('never has the headers in which the route takes credentials', async () => {
    const extractors = { client_id_header: 'X-Own-Id', client_secret_header: 'X-Own-Secret' }
    const slot = { plugin: 'cp:gateway.next.plugins.ApikeyCalls', config: { mandatory: false, extractors } }
    const { serve, lines } = logging({ headers: ['X-Own-Id', 'X-Own-Secret', 'X-A'] }, [slot])
    await serve({ headers: ['Host', 'shop.example', 'X-Own-Id', 's', 'X-Own-Secret', 's', 'X-A', '1'] })
    expect((await lines())[0]?.headers).toEqual({ 'x-a': '1' })
  })

  it('names whom a refusal concerns, and credentials that were invalid but not needed', async () => {
    const { serve, lines } = logging({}, [], (state) => {
      state.denied = { refuse: 'errors.subscription.paused', consumer: { id: 'acme', plan: 'gold' } }
    })
    await serve()
    expect((await lines())[0]).toMatchObject({ consumer: 'acme', plan: 'gold', denied: 'errors.subscription.paused' })
  })

  it('has a share of the successes, and every failure', async () => {
    const { serve, lines } = logging({ sample: 0.25 })
    for (let i = 0; i < 8; i++) await serve()
    for (let i = 0; i < 3; i++) await serve({}, 502)
    const statuses = (await lines()).map(({ status }) => status)
    expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 502).length]).toEqual([2, 3])
  })

  it('escapes control characters', async () => {
    const { serve, written, lines } = logging({ headers: ['x-a'] })
    await serve({ headers: ['Host', 'shop.example', 'X-A', 'a\u001b[31m'] })
    await lines()
    expect(written.join('')).toContain('a\\u001b[31m')
  })

  it('writes several lines at once, and waits for the last write', async () => {
    let release = () => {}
    const written: string[] = []
    const write = (text: string) => {
      written.push(text)
      return new Promise<void>((resolve) => (release = resolve))
    }
    const { gateway, decide } = setUp({}, { log: { write } })
    const finish = async () => gateway.pipeline.finish(await decide(), { status: 200, bytesIn: 0, bytesOut: 0 })
    for (let i = 0; i < 200; i++) await finish()
    expect(written).toHaveLength(1)
    const closed = gateway.close()
    while (written.join('').split('\n').length <= 200) {
      release()
      await new Promise((resolve) => setTimeout(resolve))
    }
    release()
    await closed
    expect(written.length).toBeLessThan(5)
  })
})

describe('the live tail', () => {
  it('has at most 500 lines a second, and says how many are missing', async () => {
    let now = 0
    const { gateway, decide } = setUp({}, { clock: () => now })
    const heard: TailEvent[] = []
    const stop = gateway.tail({}, (event) => heard.push(event))
    const serve = async (count: number) => {
      for (let i = 0; i < count; i++) gateway.pipeline.finish(await decide(), { status: 200, bytesIn: 0, bytesOut: 0 })
    }
    await serve(503)
    now = 1000
    await serve(1)
    stop()
    await serve(1)
    expect(heard.map(({ kind }) => kind)).toEqual([...Array(500).fill('request'), 'dropped', 'request'])
    expect(heard[500]).toEqual({ kind: 'dropped', count: 3 })
  })

  it('has the requests that it is asked for', async () => {
    const { gateway, decide } = setUp()
    const heard: string[] = []
    const listen = (name: string, filter: TailFilter) => gateway.tail(filter, () => heard.push(name))
    listen('502', { status: '502' })
    listen('5xx', { status: '5xx' })
    listen('4xx', { status: '4xx' })
    listen('route', { route: 'shop:all' })
    listen('other route', { route: 'shop:other' })
    listen('other api', { api: 'other' })
    listen('half', { sample: 0.5 })
    listen('unseen', { sees: () => false })
    listen('broken', {
      sees(api) {
        if (api !== 'shop') heard.push('not shop')
        return false
      },
    })
    for (let i = 0; i < 2; i++) gateway.pipeline.finish(await decide(), { status: 502, bytesIn: 0, bytesOut: 0 })
    expect(heard).toEqual(['502', '5xx', 'route', '502', '5xx', 'route', 'half'])
  })

  it('reports a listener that throws', async () => {
    const { gateway, decide, reports } = setUp()
    gateway.tail({}, () => {
      throw new Error('in a listener')
    })
    gateway.pipeline.finish(await decide(), { status: 200, bytesIn: 0, bytesOut: 0 })
    expect(reports).toEqual([new Error('in a listener')])
  })
})

describe('decisions', () => {
  it('are known by their request ids, for the last thousand', async () => {
    const { gateway, decide } = setUp()
    const ids: string[] = []
    for (let i = 0; i < 1001; i++) {
      const decided = await decide()
      ids.push(decided.id)
      gateway.pipeline.finish(decided, { status: 200, bytesIn: 0, bytesOut: 0 })
    }
    expect(gateway.decision(ids[0]!)).toBeUndefined()
    expect(gateway.decision(ids[1000]!)).toEqual({
      ...{ id: ids[1000], route: 'shop:all', api: 'shop', revision: 0, status: 200, ms: expect.any(Number) },
      ...{ backend: 'b', target: '127.0.0.1:9', attempts: 1 },
    })
  })
})

describe('closing', () => {
  it('waits for requests in flight, up to a time', async () => {
    const { gateway, decide } = setUp()
    const decided = await decide()
    let isClosed = false
    const closed = gateway.close().then(() => {
      isClosed = true
    })
    await Promise.resolve()
    expect(isClosed).toBe(false)
    gateway.pipeline.finish(decided, { status: 200, bytesIn: 0, bytesOut: 0 })
    await closed
    const late = setUp()
    await late.decide()
    await late.gateway.close({ drainMs: 10 })
  })
})
