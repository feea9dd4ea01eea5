import { describe, expect, it } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { type FaultRow, faultRows } from '../rows/fault-rows.fixture.ts'
import { startRawBackend } from '../scene/backend.fixture.ts'
import { gatewayTo } from '../scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../scene/raw-http.fixture.ts'

/** How a request is repeated, and how often the backend gets it. */
interface Policy {
  readonly name: string
  readonly request: string
  readonly retries: number
  /** Attempts for a fault before the head of a response. */
  readonly attempts: (row: FaultRow) => number
}

const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n'
const post = (more = ''): string =>
  `POST / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\nContent-Length: 4\r\n${more}\r\nbody`

const policies: readonly Policy[] = [
  { name: 'GET without retries', request: get, retries: 1, attempts: () => 1 },
  { name: 'GET, three attempts', request: get, retries: 3, attempts: () => 3 },
  { name: 'POST, three attempts', request: post(), retries: 3, attempts: ({ wasSent }) => (wasSent === false ? 3 : 1) },
  {
    name: 'POST with an Idempotency-Key, three attempts',
    request: post('Idempotency-Key: 7\r\n'),
    retries: 3,
    attempts: () => 3,
  },
]

const limits = { callTimeout: 200, idleTimeout: 250, connectionTimeout: 1000, retryInitialDelay: 1 }

/** A backend that counts the requests it gets: each has a whole head in its first bytes. */
async function startFaulty(behave: NonNullable<FaultRow['behave']>) {
  let requests = 0
  const backend = await startRawBackend((socket) => {
    socket.on('data', (bytes) => {
      if (/^[A-Z]+ .* HTTP/.test(bytes.toString('latin1'))) behave(socket, ++requests)
    })
  })
  return { ...backend, requests: () => requests }
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const { port, close } = await startRawBackend(() => {})
  await close()
  return port
}

/** Registers the tests of backends that fail: what the client sees, and how often the backend is called. */
export function describeFaults({ name, open, isRaw }: ProxySubject): void {
  // With `fetch`, the host decides how a broken response reaches its clients.
  const rows = isRaw
    ? faultRows
    : faultRows.filter(({ cut }) => !cut).map(({ onFetch, ...row }) => ({ ...row, ...onFetch }))
  const cases = rows.flatMap((row) => policies.map((policy) => ({ row, policy, name: `${row.name}: ${policy.name}` })))
  describe(`${name}: backends that fail`, () => {
    it.each(cases)('$name', async ({ row, policy }) => {
      const backend = row.behave && (await startFaulty(row.behave))
      const port = backend?.port ?? (await closedPort())
      const { gateway, until, reports } = gatewayTo({ port, client: { ...limits, retries: policy.retries } })
      const opened = await open(gateway)

      const received = await exchangeRaw(policy.request, { port: opened.port, ...(!row.cut && { responses: 1 }) })
      if (row.cut) expect(received.text).toMatch(new RegExp(`^HTTP/1.1 ${row.status} `))
      expect(received.cut).toBe(row.cut === true)
      const [response] = received.responses
      if (!row.cut)
        expect([response?.status, response?.body]).toEqual([row.status, expect.stringContaining(row.cause!)])

      const [end] = await until(1)
      expect(end?.attempts).toBe(row.cut ? 1 : policy.attempts(row))
      // A runtime may retry a request automatically after a connection broke.
      if (backend && isRaw) expect(backend.requests()).toBe(end?.attempts)
      expect(reports).toEqual([])
      await opened.close()
      if (backend) {
        await expect.poll(() => backend.sockets.size).toBe(0)
        await backend.close()
      }
    })

    it.each(rows.filter(({ cut }) => !cut))('the second target responds when $name', async (row) => {
      const faulty = row.behave && (await startFaulty(row.behave))
      const healthy = await startFaulty((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
      const { gateway, until } = gatewayTo({
        port: faulty?.port ?? (await closedPort()),
        others: [{ hostname: '127.0.0.1', port: healthy.port }],
        balancing: { type: 'Failover' },
        client: { ...limits, retries: 2 },
      })
      const opened = await open(gateway)
      const { responses } = await exchangeRaw(get, { port: opened.port, responses: 1 })
      expect([responses[0]?.status, responses[0]?.body]).toEqual([200, 'ok'])
      expect((await until(1))[0]?.attempts).toBe(2)
      expect(healthy.requests()).toBe(1)
      await opened.close()
      await faulty?.close()
      await healthy.close()
    })
  })
}
