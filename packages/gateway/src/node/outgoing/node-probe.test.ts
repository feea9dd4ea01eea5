import type { CompiledBackend } from '@signalbox/core/gateway'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../../suite/scene/backend.fixture.ts'
import { nodeProbe } from './node-probe.ts'
import { createPools } from './pools.ts'

async function setUp(respond?: Parameters<typeof startBackend>[0]) {
  const server = await startBackend(respond)
  const pools = createPools()
  onTestFinished(async () => {
    await pools.close(0)
    await server.close()
  })
  const target = { hostname: '127.0.0.1', port: server.port }
  const backend = { targets: [target] } as unknown as CompiledBackend
  const probe = (path: string, signal = AbortSignal.timeout(5000)) =>
    nodeProbe(pools)(backend, backend.targets[0]!, path, signal)
  return { ...server, probe, pools }
}

it('a check is a GET with the host of the target, and its result is the status', async () => {
  const { probe, seen, port } = await setUp((_, response) => response.writeHead(503).end('no'))
  expect(await probe('/health?deep')).toBe(503)
  expect(seen[0]).toMatchObject({ method: 'GET', target: '/health?deep' })
  expect(seen[0]?.headers).toEqual(expect.arrayContaining([`127.0.0.1:${port}`, 'signalbox-health']))
})

it('a large body does not stop the next check', async () => {
  const { probe, pools } = await setUp((_, response) => response.end(Buffer.alloc(1_000_000)))
  for (const _ of [1, 2, 3]) expect(await probe('/')).toBe(200)
  expect(pools.size).toBe(1)
})

it('a check that takes too long fails', async () => {
  const { probe } = await setUp(() => {})
  await expect(probe('/', AbortSignal.timeout(50))).rejects.toThrow()
})
