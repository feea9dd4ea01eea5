import { expect, it } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { flowOf, routesOf, testPlugin } from '../pipeline/pipeline.fixture.ts'
import { staticRoutes } from '../served/static-routes.ts'

const routes = [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }]
const backends = [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] }, client: 'hasty' }]
const clients = [{ id: 'hasty', client: { callTimeout: 40, retries: 1 } }]

/** A gateway whose backend is a function. */
function gatewayOver(backend: typeof fetch) {
  const reports: unknown[] = []
  const outcomes: string[] = []
  const gateway = createGateway({
    source: staticRoutes(routesOf({ routes, backends, clients_backend_config: clients } as never)),
    fetch: backend,
    report: (error) => void reports.push(error),
    log: { write: (lines) => void outcomes.push(...lines.trim().split('\n')) },
  })
  return { gateway, reports, outcomes }
}

const post = (body: ReadableStream<Uint8Array>) =>
  new Request('http://shop.example/', { method: 'POST', body, duplex: 'half' } as RequestInit)

/** Reads the whole body, then responds. */
const echo: typeof fetch = async (_, init) => new Response(await new Response(init?.body).text())

it('the time that a client takes for its body does not count as time of the backend', async () => {
  const { gateway } = gatewayOver(echo)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 120))
      controller.enqueue(new TextEncoder().encode('late'))
      controller.close()
    },
  })
  const response = await gateway.fetch(post(body))
  expect([response.status, await response.text()]).toEqual([200, 'late'])
})

it('a backend that does not respond after the whole body has come is too late', async () => {
  const { gateway } = gatewayOver(async (_, init) => {
    await new Response(init?.body).text()
    return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const response = await gateway.fetch(post(new Response('x').body as ReadableStream<Uint8Array>))
  expect(response.status).toBe(504)
})

it('a client that leaves while a plugin reads its body is no failure of the plugin', async () => {
  const plugin = testPlugin({ compile: () => ({ body: 'whole', request: () => undefined }) })
  const slots = { flows: [flowOf({})], routes: [{ ...routes[0], flow_ref: 'f' }] }
  const reports: unknown[] = []
  const source = staticRoutes(routesOf(slots as never, [plugin]))
  const gateway = createGateway({ source, plugins: [plugin], report: (error) => void reports.push(error) })
  const leaving = new AbortController()
  const asked = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({ pull: () => asked.resolve(), cancel: () => {} }, { highWaterMark: 0 })
  const response = gateway.fetch(new Request(post(body), { signal: leaving.signal }))
  await asked.promise
  leaving.abort()
  expect([(await response).status, reports]).toEqual([499, []])
})

it('a body that breaks is the fault of the client, not of the backend', async () => {
  const { gateway, outcomes } = gatewayOver(echo)
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) })
  await gateway.fetch(post(body))
  await gateway.close()
  expect(JSON.parse(outcomes[0] as string)).toMatchObject({ status: 499, cause: 'errors.client.closed' })
  expect(gateway.metrics()).toContain('signalbox_gateway_backend_up')
})

it('closing aborts calls whose response nobody has read, and no others', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const { gateway } = gatewayOver(async (_, init) => {
    signals.push(init?.signal)
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) }))
  })
  const [unread, left] = [
    await gateway.fetch(new Request('http://shop.example/')),
    await gateway.fetch(new Request('http://shop.example/')),
  ]
  await left.body?.cancel()
  expect([unread.status, signals.map((signal) => signal?.aborted)]).toEqual([200, [false, true]])
  await gateway.close({ drainMs: 0 })
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
})
