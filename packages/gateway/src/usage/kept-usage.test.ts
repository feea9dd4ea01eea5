import { createSignalbox, memoryStore } from '@signalbox/core'
import type { GatewaySource, UsageBatch } from '@signalbox/core/gateway'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { localLimits } from '../limits/local-limits.ts'
import { type MemoryState, memoryState } from '../state/memory-state.fixture.ts'

const shop = {
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
  documentation: {
    plans: [
      {
        ...{ id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
        access_mode_configuration: { quota: { perDay: 5 } },
      },
    ],
  },
  flows: [
    {
      id: 'f',
      plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.StaticResponse', config: { status: 200 } }] },
    },
  ],
  routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
}

/** A control plane with an API, whose quota is five requests a day. */
async function control() {
  const box = createSignalbox({ store: memoryStore() })
  onTestFinished(() => box.close())
  await box.apis.create({ body: shop as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const { credentials } = await box.subscriptions.create({ body: { api_ref: 'shop', plan_ref: 'keys' } })
  const { clientId, clientSecret } = credentials as { clientId: string; clientSecret: string }
  const batches: UsageBatch[] = []
  const it = { isAway: false }
  const source: GatewaySource = {
    ...box.gatewaySource,
    async report(batch) {
      if (it.isAway) throw new Error('the control plane is away')
      batches.push(batch)
      await box.gatewaySource.report?.(batch)
    },
  }
  async function plane(state: MemoryState) {
    const reported: unknown[] = []
    const gateway = createGateway({ source, state, report: (error) => void reported.push(error) })
    onTestFinished(() => gateway.close({ drainMs: 0 }))
    await gateway.ready()
    const headers = { 'X-API-Key': `${clientId}:${clientSecret}` }
    return {
      gateway,
      reported,
      status: async () => (await gateway.fetch(new Request('http://shop.example/', { headers }))).status,
      unsent: () => /^signalbox_gateway_usage_unsent (\d+)$/m.exec(gateway.metrics())?.[1],
    }
  }
  return Object.assign(it, {
    box,
    batches,
    plane,
    requests: async () => (await box.gateway.usage()).totals.requests,
  })
}

it('usage is kept while the control plane is away, also by the next process, and counts once', async () => {
  const signalbox = await control()
  signalbox.isAway = true
  const state = memoryState()
  const one = await signalbox.plane(state)
  expect([await one.status(), await one.status()]).toEqual([200, 200])
  await expect.poll(() => state.size('usage'), { timeout: 5000 }).toBeGreaterThan(0)
  await one.gateway.close({ drainMs: 0 })
  expect(one.reported.map((error) => (error as Error).message)).toEqual([
    'Usage could not be reported: it is kept and sent again',
  ])
  const two = await signalbox.plane(state.killed())
  await expect.poll(two.unsent).toBe('2')
  signalbox.isAway = false
  await expect.poll(two.unsent, { timeout: 5000 }).toBe('0')
  expect(await two.status()).toBe(200)
  await two.gateway.close()
  expect(await signalbox.requests()).toBe(3)
  expect(new Set(signalbox.batches.map(({ instance }) => instance)).size).toBe(2)
})

it('quotas are not forgotten by a restart without the control plane', async () => {
  const signalbox = await control()
  const state = memoryState()
  const one = await signalbox.plane(state)
  expect([await one.status(), await one.status()]).toEqual([200, 200])
  await expect.poll(one.unsent, { timeout: 5000 }).toBe('0')
  signalbox.isAway = true
  expect(await one.status()).toBe(200)
  await expect.poll(() => one.reported, { timeout: 5000 }).toHaveLength(1)
  const two = await signalbox.plane(state.killed())
  expect([await two.status(), await two.status(), await two.status()]).toEqual([200, 200, 429])
})

it('what a source says of quotas includes what was delivered, and nothing else', () => {
  const { calendarUse: use, limiterOf } = localLimits().open({
    ...{ zone: 'UTC', clock: () => noon, elapsed: () => 0, report: () => {} },
    random: (bytes) => new Uint8Array(bytes),
  })
  const days = limiterOf('day', 'shop')
  const day = '2026-11-22'
  const take = () => days.take('ann', { kind: 'day', name: 'day', rate: 100, windowMs: 1, burst: 0 }, noon)
  const noon = Date.parse(`${day}T12:00:00Z`)
  use.restore({
    totals: [{ key: 'ann', period: day, used: 10 }],
    undelivered: [{ key: 'ann', period: day, used: 4 }],
  })
  expect(use.totalOf('ann', day)).toBe(10)
  use.load('ann', day, 8)
  expect(use.totalOf('ann', day)).toBe(12)
  take()
  take()
  const drained = use.drain()
  take()
  expect(use.totalOf('ann', day)).toBe(15)
  use.load('ann', day, 8)
  expect(use.totalOf('ann', day)).toBe(15)
  use.delivered([{ key: 'ann', period: day, used: 4 }])
  use.delivered(drained)
  use.load('ann', day, 14)
  expect(use.totalOf('ann', day)).toBe(15)
  use.load('ann', day, 20)
  expect(use.totalOf('ann', day)).toBe(21)
})
