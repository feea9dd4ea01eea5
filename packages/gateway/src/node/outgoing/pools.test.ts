import type { CompiledBackend } from '@signalbox/core/gateway'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../../suite/scene/backend.fixture.ts'
import { createPools } from './pools.ts'

const backendOf = (client: object = {}, target: object = {}): CompiledBackend =>
  ({ targets: [{ hostname: '127.0.0.1', port: 80, ...target }], client }) as never

function setUp(options?: Parameters<typeof createPools>[0]) {
  const pools = createPools(options)
  onTestFinished(() => pools.close(0))
  const of = (backend: CompiledBackend) => pools.of(backend, backend.targets[0]!)
  return { pools, of }
}

it('backends with the same target and settings share connections', () => {
  const { of, pools } = setUp()
  const first = backendOf({ callTimeout: 5 })
  expect(of(first)).toBe(of(first))
  expect(of(first)).toBe(of(backendOf({ callTimeout: 5 })))
  expect(pools.size).toBe(1)
})

it.each([
  ['another port', backendOf({}, { port: 81 })],
  ['another address', backendOf({}, { ip_address: '127.0.0.2' })],
  ['TLS', backendOf({}, { tls: true })],
  ['another authority', backendOf({}, { tls_config: { ca: ['x'] } })],
  ['another limit', backendOf({ callTimeout: 5 })],
])('targets with %s have connections of their own', (_, other) => {
  const { of } = setUp()
  expect(of(backendOf())).not.toBe(of(other))
})

it('connections that no route uses any more are closed, and opened again when one does', async () => {
  const backend = await startBackend()
  onTestFinished(backend.close)
  const { of, pools } = setUp({ sweepMs: 10 })
  const settings = backendOf({}, { port: backend.port })
  const pooled = of(settings)
  const { body } = await pooled.pool.request({ path: '/', method: 'GET' })
  await body.text()
  await expect.poll(() => pools.size).toBe(0)
  await expect.poll(() => pooled.pool.closed).toBe(true)
  expect(of(settings)).not.toBe(pooled)
  expect(of(settings).isClosed).toBe(false)
})

it('connections with calls in progress are kept', async () => {
  const { of, pools } = setUp({ sweepMs: 5 })
  const pooled = of(backendOf())
  pooled.inFlight = 1
  const later = of(backendOf({ callTimeout: 1 }))
  await expect.poll(() => later.isClosed).toBe(true)
  expect([pooled.isClosed, pools.size]).toEqual([false, 1])
})

it('connections are closed as soon as no backend uses them any more, after the calls in progress', async () => {
  const held = Promise.withResolvers<() => void>()
  const backend = await startBackend((_, response) => held.resolve(() => response.end('late')))
  onTestFinished(backend.close)
  const { of, pools } = setUp()
  const [one, other] = [backendOf({}, { port: backend.port }), backendOf({}, { port: backend.port })]
  const pooled = of(one)
  expect(of(other)).toBe(pooled)
  const call = pooled.pool.request({ path: '/', method: 'GET' })
  const end = await held.promise
  pools.leave(one)
  expect(pooled.isClosed).toBe(false)
  pools.leave(other)
  expect([pooled.isClosed, pools.size]).toEqual([true, 0])
  end()
  expect(await (await call).body.text()).toBe('late')
  expect(of(one)).not.toBe(pooled)
})

it('closes though calls wait for a connection', async () => {
  const backend = await startBackend(() => {})
  onTestFinished(backend.close)
  const { of, pools } = setUp()
  const { pool } = of(backendOf({ maxConnections: 1 }, { port: backend.port }))
  const calls = [1, 2].map(() => pool.request({ path: '/', method: 'GET' }).catch(({ name }: Error) => name))
  await pools.close(10)
  expect(await Promise.all(calls)).toEqual(['ClientDestroyedError', 'ClientDestroyedError'])
})
