import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGateway } from '../../create-gateway.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend } from '../scene/backend.fixture.ts'
import { gatewayTo } from '../scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../scene/raw-http.fixture.ts'

/** How a server of a test treats its requests. */
type Mood = 'well' | 'broken' | 'busy'

/** A server that says its number, breaks connections, or responds 503. `/up` responds 500 unless it is well. */
async function startServer(number: number) {
  const server = { mood: 'well' as Mood, port: 0, calls: 0 }
  const { port, close } = await startBackend((request, response) => {
    if (request.url === '/up') response.statusCode = server.mood === 'well' ? 200 : 500
    else server.calls++
    if (server.mood === 'broken' && request.url !== '/up') request.socket.destroy()
    else if (server.mood === 'busy') response.writeHead(503).end('busy')
    else response.end(String(number))
  })
  onTestFinished(close)
  return Object.assign(server, { port })
}

/** Registers tests of servers that fail and heal, over real connections. */
export function describeHealing({ name, open }: ProxySubject): void {
  interface SetUp {
    readonly targets?: readonly object[]
    readonly judged?: object
    readonly client?: object
    readonly balancing?: object
  }

  /** Servers behind a gateway, two unless there are more targets, and a clock that is moved by hand. */
  async function setUp({ targets = [{}, {}], judged = {}, client = {}, balancing = {} }: SetUp) {
    const servers = await Promise.all(targets.map((_, i) => startServer(i)))
    const [first, ...others] = servers.map(({ port }, i) => ({ hostname: '127.0.0.1', port, ...targets[i] }))
    const { gateway } = gatewayTo({ port: first!.port, target: first!, others, judged, client, balancing })
    const opened = await open(gateway)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(async () => {
      vi.useRealTimers()
      await opened.close()
      await gateway.close({ drainMs: 0 })
    })
    const get = async (...headers: string[]) => {
      const lines = ['GET / HTTP/1.1', 'Host: shop.example', 'Accept: application/json', ...headers]
      const raw = `${lines.join('\r\n')}\r\n\r\n`
      const { responses } = await exchangeRaw(raw, { port: opened.port, responses: 1 })
      return responses[0]!
    }
    /** What so many requests get: the number of a server, or a status. */
    const calls = async (count: number) => {
      const got: string[] = []
      for (let i = 0; i < count; i++) {
        const { status, body } = await get()
        got.push(status === 200 ? body : String(status))
        vi.advanceTimersByTime(1)
      }
      return got.join(' ')
    }
    const states = () => gateway.backends()[0]!.targets.map(({ state }) => state)
    return { servers, gateway, get, calls, states, wait: (ms: number) => void vi.advanceTimersByTime(ms) }
  }

  const failover = { type: 'Failover' }
  const health = { enabled: true, url: '/up', interval: 100, unhealthyAfter: 2, healthyAfter: 2 }
  const noBreaker = { useCircuitBreaker: false }

  describe(`${name}: servers that fail and heal`, () => {
    it.each([
      ['broken', '502'],
      ['busy', '503'],
    ] as const)('a target that is %s is ejected and comes back', async (mood, status) => {
      const outlier = { consecutiveFailures: 2, baseEjection: 5000 }
      const { servers, calls, states, wait } = await setUp({ judged: { outlier }, balancing: failover })
      const [first] = servers
      first!.mood = mood
      expect(await calls(4)).toBe(`${status} ${status} 1 1`)
      expect(states()).toEqual(['ejected', 'usable'])
      first!.mood = 'well'
      wait(4000)
      expect(await calls(1)).toBe('1')
      wait(1000)
      expect(await calls(1)).toBe('0')
    })

    it('a red target gets nothing until its checks succeed', async () => {
      const { servers, calls, states } = await setUp({ judged: { health_check: health }, balancing: failover })
      servers[0]!.mood = 'busy'
      await expect.poll(states, { timeout: 5000 }).toEqual(['unhealthy', 'usable'])
      expect([await calls(3), servers[0]!.calls]).toEqual(['1 1 1', 0])
      servers[0]!.mood = 'well'
      await expect.poll(states, { timeout: 5000 }).toEqual(['usable', 'usable'])
      expect(await calls(1)).toBe('0')
    })

    it('red targets are used if there are no others, unless `blockOnRed` says no', async () => {
      for (const [blockOnRed, expected] of [
        [false, '503 busy'],
        [true, '503 errors.backend.unavailable'],
      ] as const) {
        const judged = { health_check: { ...health, blockOnRed } }
        const { servers, get, gateway, states } = await setUp({ judged, client: noBreaker })
        for (const server of servers) server.mood = 'busy'
        await expect.poll(states, { timeout: 5000 }).toEqual(['unhealthy', 'unhealthy'])
        const { status, body } = await get()
        expect(`${status} ${body}`).toContain(expected.split(' ')[0])
        expect(body).toContain(expected.split(' ')[1])
        expect(gateway.backends()[0]?.isPanicking).toBe(!blockOnRed)
        const panics = blockOnRed ? 0 : 1
        expect(gateway.metrics()).toContain(`signalbox_gateway_backend_panic_total{backend="shop:b"} ${panics}\n`)
      }
    })

    it('a circuit opens, lets a probe through, and closes', async () => {
      const client = { maxErrors: 2, sampleInterval: 2000 }
      const { servers, calls, get, states, gateway, wait } = await setUp({ targets: [{}], client })
      const [server] = servers
      server!.mood = 'broken'
      expect(await calls(3)).toBe('502 502 503')
      const { body, headers } = await get()
      expect([body.includes('errors.backend.circuit.open'), headers.get('retry-after')]).toEqual([true, ['1']])
      expect([states(), server!.calls]).toEqual([['open'], 2])
      const label = `backend="shop:b",target="127.0.0.1:${server!.port}"`
      expect(gateway.metrics()).toContain(`signalbox_gateway_breaker_open{${label}} 1\n`)
      expect(gateway.metrics()).toContain(`signalbox_gateway_backend_up{${label}} 0\n`)
      wait(2000)
      expect(await calls(2)).toBe('502 503')
      server!.mood = 'well'
      wait(2000)
      expect([await calls(3), states()]).toEqual(['0 0 0', ['usable']])
    })

    it('a backup gets requests only as long as no other target is usable', async () => {
      const client = { maxErrors: 1, sampleInterval: 2000 }
      const { servers, calls, wait } = await setUp({ targets: [{}, { backup: true }], client })
      expect(await calls(2)).toBe('0 0')
      servers[0]!.mood = 'broken'
      expect(await calls(3)).toBe('502 1 1')
      servers[0]!.mood = 'well'
      wait(2000)
      expect(await calls(2)).toBe('0 0')
    })

    it('a sticky client stays with its targets of two backends of one host', async () => {
      const servers = await Promise.all(['a', 'a', 'b', 'b'].map((_, i) => startServer(i)))
      const backends = ['a', 'b'].map((id, i) => ({
        id,
        backend: {
          targets: servers.slice(2 * i, 2 * i + 2).map(({ port }) => ({ hostname: '127.0.0.1', port })),
          load_balancing: { type: 'Sticky' },
        },
      }))
      const routes = ['a', 'b'].map((id) => ({ id, backend: id, frontend: { paths: [`/${id}`] } }))
      const { gateway } = gatewayTo({ port: 0, api: { backends, routes } })
      const { port, close } = await open(gateway)
      onTestFinished(close)
      const cookies = new Map<string, string>()
      const visit = async (path: string) => {
        const sent = [...cookies].map((pair) => pair.join('=')).join('; ')
        const raw = `GET ${path} HTTP/1.1\r\nHost: shop.example\r\nCookie: ${sent}\r\n\r\n`
        const { body, headers } = (await exchangeRaw(raw, { port, responses: 1 })).responses[0]!
        for (const set of headers.get('set-cookie') ?? []) {
          const [name = '', value = ''] = set.split(';')[0]!.split('=')
          cookies.set(name, value)
        }
        return body
      }
      const first = [await visit('/a'), await visit('/b')]
      for (let i = 0; i < 4; i++) expect([await visit('/a'), await visit('/b')]).toEqual(first)
      expect(cookies.size).toBe(2)
    })

    it('a sticky client stays, until its target is gone', async () => {
      const client = { maxErrors: 1, retries: 2 }
      const balancing = { type: 'Sticky', ttl: 60 }
      const { servers, get } = await setUp({ targets: [{}, {}, {}], client, balancing })
      await get()
      const { body, headers } = await get()
      const [cookie] = headers.get('set-cookie') ?? []
      expect(cookie).toMatch(/^signalbox-target-[\da-f]{8}=[\da-f]{32}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/)
      const pair = `Cookie: a=b; ${cookie!.split(';')[0]}`
      for (let i = 0; i < 4; i++) {
        const again = await get(pair)
        expect([again.body, again.headers.get('set-cookie')]).toEqual([body, undefined])
      }
      servers[Number(body)]!.mood = 'broken'
      const moved = await get(pair)
      expect([moved.status, moved.body === body]).toEqual([200, false])
      const next = await get(`Cookie: ${moved.headers.get('set-cookie')![0]!.split(';')[0]}`)
      expect(next.body).toBe(moved.body)
    })

    it('a drained target finishes its request, and gets no other', async () => {
      let release: (() => void) | undefined
      const slow = await startBackend((_, response) => {
        release = () => response.end('slow')
      })
      const other = await startBackend((_, response) => response.end('other'))
      const box = createSignalbox()
      const gateway = createGateway({ source: box.gatewaySource })
      const apiOf = (drained: boolean) => ({
        ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
        backends: [
          {
            id: 'b',
            backend: {
              targets: [
                { hostname: '127.0.0.1', port: slow.port, drained },
                { hostname: '127.0.0.1', port: other.port },
              ],
              load_balancing: failover,
            },
          },
        ],
        routes: [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }],
      })
      await box.apis.create({ body: apiOf(false) as never })
      await box.apis.deployments.create({ id: 'shop', body: {} })
      await gateway.ready()
      const opened = await open(gateway)
      onTestFinished(async () => {
        await opened.close()
        await gateway.close({ drainMs: 0 })
        await Promise.all([slow.close(), other.close(), box.close()])
      })
      const get = async () => {
        const raw = 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n'
        return (await exchangeRaw(raw, { port: opened.port, responses: 1 })).responses[0]?.body
      }
      const states = () => gateway.backends()[0]?.targets.map(({ state, inFlight }) => `${state} ${inFlight}`)

      const early = get()
      await expect.poll(() => release).toBeDefined()
      await box.apis.draft.patch({ id: 'shop', body: apiOf(true) as never })
      await box.apis.deployments.create({ id: 'shop', body: {} })
      await expect.poll(states).toEqual(['drained 1', 'usable 0'])
      expect([await get(), await get()]).toEqual(['other', 'other'])
      release?.()
      expect(await early).toBe('slow')
      await expect.poll(states).toEqual(['drained 0', 'usable 0'])
    })
  })
}
