import { createSignalbox } from '@signalbox/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { listen } from '../node/listen.ts'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'

const prefix = 'cp:gateway.next.plugins.'
/** How long routes change: as long as a soak takes, else 3 seconds. */
const SECONDS = Number(process.env.SIGNALBOX_SOAK ?? 3)
const CHANGES = 100 * SECONDS
const CLIENTS = 8

/** An API whose version decides about its backend, its plugins and one of its paths. */
const apiOf = (version: number, ports: readonly number[]) => ({
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
  backends: ports.map((port, i) => ({ id: `b${i}`, backend: { targets: [{ hostname: '127.0.0.1', port }] } })),
  flows: [
    {
      id: 'f',
      plugins: {
        slots: [
          { plugin: `${prefix}AdditionalHeadersOut`, config: { headers: { 'X-Version': String(version) } } },
          ...(version % 2 === 0 ? [{ plugin: `${prefix}OverrideHost` }] : []),
        ],
      },
    },
  ],
  routes: [
    {
      id: 'orders',
      backend: `b${version % ports.length}`,
      flow_ref: 'f',
      frontend: { paths: ['/orders', `/v${version}`] },
    },
  ],
})

async function setUp(respond?: Parameters<typeof startBackend>[0]) {
  const backends = await Promise.all([startBackend(respond), startBackend(respond)])
  const ports = backends.map(({ port }) => port)
  const box = createSignalbox()
  const gateway = createGateway({ source: box.gatewaySource })
  await box.apis.create({ body: apiOf(0, ports) as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  await gateway.ready()
  const { port, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(async () => {
    await close({ drainMs: 0 })
    await gateway.close({ drainMs: 0 })
    await Promise.all([...backends.map((one) => one.close()), box.close()])
  })
  const change = async (version: number) => {
    await box.apis.draft.patch({ id: 'shop', body: apiOf(version, ports) as never })
    await box.apis.deployments.create({ id: 'shop', body: {} })
  }
  return { port, change }
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`

it('while a route changes a hundred times a second, every request to it is answered by its backend', async () => {
  const { port, change } = await setUp()
  let isOver = false
  const statuses = new Map<number, number>()
  const versions = new Set<string>()
  async function call(): Promise<void> {
    while (!isOver) {
      const { responses } = await exchangeRaw(request('/orders/7').repeat(5), { port, responses: 5 })
      for (const { status, headers } of responses) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        versions.add(headers.get('x-version')?.[0] as string)
      }
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  const calling = Array.from({ length: CLIENTS }, call)
  const begun = performance.now()
  for (let version = 1; version <= CHANGES; version++) {
    await change(version)
    const ahead = version * 10 - (performance.now() - begun)
    // Where changes take longer than that, requests get a turn nevertheless.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ahead)))
  }
  isOver = true
  await Promise.all(calling)
  expect([...statuses.keys()]).toEqual([200])
  expect(versions.size).toBeGreaterThan(10)
})

it('a request in flight keeps the version of its route with which it began', async () => {
  let release: (() => void) | undefined
  const { port, change } = await setUp((_, response) => {
    release = () => response.end('late')
  })
  const early = exchangeRaw(request('/v0'), { port, responses: 1 })
  await vi.waitFor(() => expect(release).toBeDefined())
  await change(1)
  expect((await exchangeRaw(request('/v0'), { port, responses: 1 })).responses[0]?.status).toBe(404)
  release?.()
  const [response] = (await early).responses
  expect([response?.status, response?.headers.get('x-version'), response?.body]).toEqual([200, ['0'], 'late'])
})
