import { hasProgram, startRedis } from '@signalbox/test-brokers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { startControlPlane, startDataPlane } from '../fixtures/data-plane.fixture.ts'

const limited = {
  flows: [
    {
      id: 'default_plugin_chain',
      plugins: {
        slots: [
          {
            plugin: 'cp:gateway.next.plugins.RateLimit',
            config: { rate: 5, window: 3600, strict: true, by: 'header', header: 'X-Client' },
          },
        ],
      },
    },
  ],
}

describe.runIf(hasProgram('redis-server', 'limits of data planes in Redis'))('limits of data planes in Redis', () => {
  it('are shared by data planes without a store, with one process or several', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const control = await startControlPlane()
    await control.publish(apiTo(await startBackend(), limited))
    const env = { SIGNALBOX_GATEWAY_LIMITS: redis.url }
    const planes = [
      await startDataPlane(control, { env }),
      await startDataPlane(control, { env: { ...env, SIGNALBOX_GATEWAY_WORKERS: '2' } }),
    ]
    for (const { admin } of planes) await expect.poll(async () => (await fetch(`${admin}/ready`)).status).toBe(200)
    let clients = 0
    const admitted = async () => {
      const client = `client ${++clients}`
      let count = 0
      for (let i = 0; i < 6; i++)
        for (const { gateway } of planes) {
          const { status } = await fetch(`${gateway}/shop`, { headers: { 'X-Client': client, Connection: 'close' } })
          if (status === 200) count++
        }
      return count
    }
    // A process that is slow to answer, as at its start, admits a share of its own. A unit may be held by another process.
    await expect.poll(admitted, { interval: 500 }).toBeOneOf([4, 5])
    for (const { signal, ended } of planes) {
      signal('SIGTERM')
      expect((await ended).code).toBe(0)
    }
  })
})
