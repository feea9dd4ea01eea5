import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../node/listen.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'

/** How long targets are restarted: as long as a soak takes, else 6 seconds, in which each restarts twice. */
const SECONDS = Number(process.env.SIGNALBOX_SOAK ?? 6)
const CLIENTS = 16

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A server that can be restarted on its port. Each response takes some milliseconds, so that a restart meets requests. */
async function startTarget() {
  let port = 0
  let server: Server
  let isStopping = false
  async function start(): Promise<void> {
    server = createServer((request, response) => {
      request.resume()
      if (isStopping) response.setHeader('Connection', 'close')
      setTimeout(() => response.end(`from ${port}`), 5)
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
    port = (server.address() as AddressInfo).port
  }
  /** `gracefully`: requests in progress are answered; else all connections are cut. */
  async function stop(gracefully: boolean): Promise<void> {
    isStopping = true
    const closed = new Promise((resolve) => server.close(resolve))
    const idle = setInterval(() => server.closeIdleConnections(), 5)
    if (!gracefully) server.closeAllConnections()
    await closed
    clearInterval(idle)
    isStopping = false
  }
  await start()
  return { port, start, stop }
}

it.each([
  ['that finish their requests', true],
  ['that are killed', false],
])('a rolling restart of three targets %s loses no idempotent request', async (_, gracefully) => {
  const targets = await Promise.all([startTarget(), startTarget(), startTarget()])
  onTestFinished(async () => {
    await Promise.all(targets.map((one) => one.stop(false)))
  })
  const [first, ...others] = targets.map(({ port }) => ({ hostname: '127.0.0.1', port }))
  const { gateway } = gatewayTo({
    port: first!.port,
    others,
    balancing: { type: 'RoundRobin' },
    // The next target is restarted when requests have come back to the last one.
    client: { retries: 3, retryInitialDelay: 1, maxErrors: 10, sampleInterval: 200 },
  })
  const { port, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(() => close({ drainMs: 0 }))

  let isOver = false
  const statuses = new Map<number, number>()
  const bodies = new Set<string>()
  async function call(): Promise<void> {
    const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n'
    const put = 'PUT / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 4\r\n\r\nbody'
    while (!isOver)
      for (const request of [get, put]) {
        const { responses } = await exchangeRaw(request.repeat(5), { port, responses: 5 })
        for (const { status, body } of responses) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          bodies.add(body)
        }
      }
  }
  const calling = Array.from({ length: CLIENTS }, call)
  // Retries are a share of the requests before.
  await pause(500)
  const until = performance.now() + SECONDS * 500
  let restarts = 0
  while (performance.now() < until)
    for (const target of targets) {
      await target.stop(gracefully)
      await pause(100)
      await target.start()
      restarts++
      await pause(500)
    }
  isOver = true
  await Promise.all(calling)
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(restarts * 10)
  expect(bodies.size).toBe(3)
})
