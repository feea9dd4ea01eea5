import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend, startRawBackend } from '../scene/backend.fixture.ts'
import { gatewayTo } from '../scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../scene/raw-http.fixture.ts'

const put = (body: string): string =>
  `PUT /orders/7 HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n'

/** Registers the tests of a request between its attempts. */
export function describeAttempts({ name, open, isRaw }: ProxySubject): void {
  describe(`${name}: attempts`, () => {
    /** A backend that closes the first connections as soon as it has seen `bytes` of a request, and then responds. */
    async function setUp({
      failures = 1,
      bytes = 1,
      client = {},
    }: {
      failures?: number
      bytes?: number
      client?: object
    }) {
      const seen: string[] = []
      const backend = await startRawBackend((socket) => {
        const nth = seen.push('') - 1
        socket.on('data', (chunk) => {
          seen[nth] += chunk.toString('latin1')
          const [head = '', body = ''] = seen[nth]!.split('\r\n\r\n')
          if (nth < failures) {
            if (seen[nth]!.length >= bytes) socket.destroy()
          } else if (body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) || body.endsWith('0'))
            socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        })
      })
      onTestFinished(backend.close)
      const { gateway, until } = gatewayTo({
        port: backend.port,
        client: { retries: 3, retryInitialDelay: 1, callTimeout: 5000, ...client },
      })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const send = (raw: string) => exchangeRaw(raw, { port: opened.port, responses: 1 })
      return { seen, send, until }
    }

    it('send the whole body again', async () => {
      const body = 'x'.repeat(50_000)
      const { seen, send, until } = await setUp({ failures: 2, bytes: 20_000 })
      expect((await send(put(body))).responses[0]?.status).toBe(200)
      expect((await until(1))[0]?.attempts).toBe(3)
      expect(seen[2]?.split('\r\n\r\n')[1]?.length).toBe(50_000)
    })

    it('end with a body that is too large to be kept', async () => {
      const body = 'x'.repeat(50_000)
      const { send, until } = await setUp({ bytes: 20_000, client: { retryBodyBytes: 10_000 } })
      expect((await send(put(body))).responses[0]?.status).toBe(502)
      expect((await until(1))[0]?.attempts).toBe(1)
    })

    it('have the headers of the first', async () => {
      const { seen, send } = await setUp({})
      await send(put('body'))
      const head = (text = '') => text.split('\r\n\r\n')[0]
      expect(head(seen[1])).toBe(head(seen[0]))
    })

    it('are over when the time for all of them is', async () => {
      const backend = await startBackend(() => {})
      onTestFinished(backend.close)
      const client = { retries: 100, retryInitialDelay: 1, retryBudget: 1, callTimeout: 60, globalTimeout: 200 }
      const { gateway, until } = gatewayTo({ port: backend.port, client })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const from = performance.now()
      const { responses } = await exchangeRaw(get, { port: opened.port, responses: 1 })
      expect(responses[0]?.status).toBe(504)
      expect(performance.now() - from).toBeLessThan(2000)
      const [end] = await until(1)
      expect(end?.attempts).toBeGreaterThan(1)
      expect(end?.attempts).toBeLessThan(6)
    })

    it('follow a status only if the settings name it', async () => {
      const statuses = [500, 503, 503, 200]
      const backend = await startBackend((_, response) => {
        response.statusCode = statuses[backend.seen.length - 1] ?? 200
        response.end('done')
      })
      onTestFinished(backend.close)
      const client = { retries: 3, retryInitialDelay: 1, retryStatuses: [503] }
      const { gateway } = gatewayTo({ port: backend.port, client })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const send = async () => (await exchangeRaw(get, { port: opened.port, responses: 1 })).responses[0]?.status
      expect(await send()).toBe(500)
      expect(await send()).toBe(200)
      expect(backend.seen.length).toBe(4)
    })

    it('pass on the last status when no attempt is left', async () => {
      const backend = await startBackend((_, response) => {
        response.statusCode = 503
        response.end('busy')
      })
      onTestFinished(backend.close)
      const client = { retries: 2, retryInitialDelay: 1, retryStatuses: [503] }
      const { gateway } = gatewayTo({ port: backend.port, client })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const { responses } = await exchangeRaw(get, { port: opened.port, responses: 1 })
      expect([responses[0]?.status, responses[0]?.body]).toEqual([503, 'busy'])
      expect(backend.seen.length).toBe(2)
    })

    it('go to a backup when all others were tried', async () => {
      const backup = await startBackend((_, response) => response.end('backup'))
      const failing = await startRawBackend((socket) => void socket.destroy())
      onTestFinished(backup.close)
      onTestFinished(failing.close)
      const { gateway, until } = gatewayTo({
        port: failing.port,
        others: [{ hostname: '127.0.0.1', port: backup.port, backup: true }],
        client: { retries: 2, retryInitialDelay: 1 },
      })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const { responses } = await exchangeRaw(get, { port: opened.port, responses: 1 })
      expect([responses[0]?.status, responses[0]?.body]).toEqual([200, 'backup'])
      expect((await until(1))[0]?.attempts).toBe(2)
    })

    it('are not made for a client that has left', async () => {
      const backend = await startRawBackend((socket) => void socket.on('data', () => socket.destroy()))
      onTestFinished(backend.close)
      const client = { retries: 5, retryInitialDelay: 60_000, backoffFactor: 1, globalTimeout: 0 }
      const { gateway, until } = gatewayTo({ port: backend.port, client })
      const { attemptFailed } = gateway.pipeline
      const failed = new Promise<number | undefined>((resolve) => {
        gateway.pipeline.attemptFailed = (...args) => {
          const pause = attemptFailed(...args)
          resolve(pause)
          return pause
        }
      })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const socket = connect(opened.port, '127.0.0.1')
      socket.write(get)
      expect(await failed).toBeTypeOf('number')
      socket.destroy()
      const [end] = await until(1)
      expect([end?.status, end?.attempts]).toEqual([499, 1])
    })

    if (isRaw)
      it.each(['GET', 'POST'])('replace a connection that was closed while idle, for %s', async (method) => {
        const requests: string[] = []
        const backend = await startRawBackend((socket) => {
          socket.on('data', (bytes) => {
            requests.push(bytes.toString('latin1').split(' ')[0] as string)
            // It says that the connection stays, and closes it.
            socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
          })
        })
        onTestFinished(backend.close)
        const { gateway } = gatewayTo({ port: backend.port, client: { retries: 1 } })
        const opened = await open(gateway)
        onTestFinished(opened.close)
        const raw = `${method} / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 0\r\n\r\n`
        for (let i = 0; i < 20; i++) {
          const { responses } = await exchangeRaw(raw, { port: opened.port, responses: 1 })
          expect(responses[0]?.status).toBe(200)
          await expect.poll(() => backend.sockets.size).toBe(0)
        }
        expect(requests.length).toBe(20)
      })

    it('do not multiply the load of an outage', async () => {
      let calls = 0
      const backend = await startRawBackend((socket) => {
        calls++
        socket.destroy()
      })
      onTestFinished(backend.close)
      const client = { retries: 5, retryInitialDelay: 0, useCircuitBreaker: false, maxConnections: 50 }
      const { gateway, until } = gatewayTo({ port: backend.port, client })
      const opened = await open(gateway)
      onTestFinished(opened.close)
      const requests = 600
      const worker = async (): Promise<void> => {
        for (let i = 0; i < requests / 10; i++) await exchangeRaw(get, { port: opened.port, responses: 1 })
      }
      await Promise.all(Array.from({ length: 10 }, worker))
      const ended = await until(requests)
      const attempts = ended.reduce((sum, one) => sum + one.attempts, 0)
      // Three retries a second are always allowed.
      expect(attempts / requests).toBeLessThanOrEqual(1.2 + 30 / requests)
      expect(attempts).toBeGreaterThan(requests)
      if (isRaw) expect(calls).toBe(attempts)
    })
  })
}
