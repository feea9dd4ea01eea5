import { createSignalbox, memoryStore, type SignalboxOptions } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'

const prefix = 'cp:gateway.next.plugins.'
const quota = { perDay: 5, perMonth: 8 }
const shop = {
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
  documentation: {
    plans: [
      {
        ...{ id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
        access_mode_configuration: { quota },
      },
    ],
  },
  flows: [{ id: 'f', plugins: { slots: [{ plugin: `${prefix}StaticResponse`, config: { status: 200 } }] } }],
  routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
}

/** A box on a store with a gateway, both of which a restart replaces. */
async function open(store: NonNullable<SignalboxOptions['store']>, clock: () => number) {
  const box = createSignalbox({ store, clock })
  const gateway = createGateway({ source: box.gatewaySource, clock })
  await gateway.ready()
  return {
    box,
    async close() {
      await gateway.close()
      await box.close()
    },
    status: async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
      const headers = { 'X-API-Key': `${clientId}:${clientSecret}` }
      return (await gateway.fetch(new Request('http://shop.example/', { headers }))).status
    },
  }
}

it('quotas of days and months go on after a restart, and begin again with the next day', async () => {
  const store = { ...memoryStore(), close: async () => {} }
  let now = Date.parse('2026-11-22T12:00:00Z')
  const clock = () => now
  let one = await open(store, clock)
  onTestFinished(() => one.close())
  const restart = async () => {
    await one.close()
    one = await open(store, clock)
  }
  await one.box.apis.create({ body: shop as never })
  await one.box.apis.deployments.create({ id: 'shop', body: {} })
  const { credentials } = await one.box.subscriptions.create({ body: { api_ref: 'shop', plan_ref: 'keys' } })
  const key = credentials as { clientId: string; clientSecret: string }
  const statuses = async (times: number) => {
    const all: number[] = []
    for (let i = 0; i < times; i++) all.push(await one.status(key))
    return all
  }
  expect(await statuses(3)).toEqual([200, 200, 200])
  await restart()
  expect(await statuses(3)).toEqual([200, 200, 429])
  await restart()
  expect(await statuses(1)).toEqual([429])
  now += 12 * 60 * 60_000
  await restart()
  expect(await statuses(4)).toEqual([200, 200, 200, 429])
  await restart()
  const { results, totals } = await one.box.gateway.usage()
  expect(totals).toMatchObject({ requests: 11, limited: 3 })
  expect(
    results.map(({ time, plan, statusClass, requests, limited }) => [time, plan, statusClass, requests, limited]),
  ).toEqual([
    ['2026-11-22T12:00:00Z', 'keys', 2, 5, 0],
    ['2026-11-22T12:00:00Z', 'keys', 4, 2, 2],
    ['2026-11-23T00:00:00Z', 'keys', 2, 3, 0],
    ['2026-11-23T00:00:00Z', 'keys', 4, 1, 1],
  ])
})
