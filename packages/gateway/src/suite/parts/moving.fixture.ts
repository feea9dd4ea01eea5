import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend, startRawBackend } from '../scene/backend.fixture.ts'
import { gatewayTo } from '../scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../scene/raw-http.fixture.ts'

const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n'
const post = 'POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 4\r\n\r\nbody'
const chunked = 'POST / HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n'

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const { port, close } = await startRawBackend(() => {})
  await close()
  return port
}

/** Registers the tests of requests that go on to another target because nothing of them was sent. */
export function describeMoving({ name, open }: ProxySubject): void {
  describe(`${name}: one of two targets`, () => {
    /** A target that fails, one that responds, and the settings as they come unless there are others. */
    async function setUp({
      target = {},
      client,
      balancing,
    }: {
      target?: object
      client?: object
      balancing?: object
    } = {}) {
      const backend = await startBackend()
      onTestFinished(backend.close)
      const { gateway, until } = gatewayTo({
        ...{ port: await closedPort(), target },
        others: [{ hostname: '127.0.0.1', port: backend.port }],
        ...(client && { client }),
        ...(balancing && { balancing }),
      })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const send = async (raw: string) => (await exchangeRaw(raw, { port: opened.port, responses: 1 })).responses[0]
      return { backend, gateway, until, send }
    }

    it('refuses connections: no request fails, whatever its method and its body', async () => {
      const { backend, gateway, until, send } = await setUp()
      const all = [get, post, chunked, get, post, chunked, get, post, chunked, get, post, chunked]
      for (const raw of all) expect((await send(raw))?.status).toBe(200)
      expect(backend.seen.map(({ body }) => body)).toEqual(all.map((raw) => (raw === get ? '' : 'body')))
      const attempts = (await until(all.length)).map((one) => one.attempts)
      expect([attempts.filter((count) => count === 2).length, Math.max(...attempts)]).toEqual([1, 2])
      expect(gateway.backends()[0]?.targets.map(({ state, why }) => [state, why])).toEqual([
        ['resting', 'connection refused'],
        ['usable', undefined],
      ])
      expect(gateway.metrics()).toContain('signalbox_gateway_retries_total{backend="shop:b"} 1\n')
    })

    it.each([
      ['has no address', { hostname: 'nowhere.invalid' }],
      ['does not speak TLS', { tls: true }],
    ])('%s: no request fails', async (_, target) => {
      const plain = await startRawBackend((socket) => void socket.on('data', () => socket.end('garbage\r\n\r\n')))
      onTestFinished(plain.close)
      const { backend, send } = await setUp({ target: { port: plain.port, ...target } })
      for (const raw of [post, chunked, get, post, chunked, get]) expect((await send(raw))?.status).toBe(200)
      expect(backend.seen.length).toBe(6)
    })

    it('is first and refuses connections: requests in the same second succeed with few retries allowed', async () => {
      const client = { retries: 3, retryBudget: 0 }
      const { send } = await setUp({ client, balancing: { type: 'Failover' } })
      const statuses = (await Promise.all(Array.from({ length: 5 }, () => send(post)))).map((one) => one?.status)
      expect(statuses).toEqual([200, 200, 200, 200, 200])
    })
  })
}
