import { describe, expect, it } from 'vitest'
import { collect, testBox } from '../callers/access.fixture.ts'
import type { Identity } from '../index.ts'
import type { ChangeEvent } from '../log/event.ts'
import { memoryStore } from '../memory/store.ts'
import { batch, entry } from '../usage/usage.fixture.ts'
import type { UsageBatch } from '../usage/usage-batch.ts'

/** A caller with a gateway key, and an API `shop` with the route `orders`, which was published twice. */
async function scene() {
  const store = memoryStore()
  const box = testBox({ store })
  const { key } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  await box.apis.create({ body: { id: 'shop', name: 'Shop', routes: [{ id: 'old' }, { id: 'orders' }] } })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  await box.apis.patch({ id: 'shop', body: { routes: [{ id: 'orders' }] } })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const edge = box.as((await box.identify({ gatewayKey: String(key) })) as Identity)
  let seq = 0
  const report = (members: Partial<UsageBatch>) =>
    edge.gateway.report({ body: { usage: batch(++seq, { entries: [], ...members }) } })
  const events = async () => {
    const found: ChangeEvent[] = []
    for await (const event of store.read({ after: 0 }))
      if (event.type === 'GATEWAYKEY_REPORT_REFUSED') found.push(event as ChangeEvent)
    return found
  }
  const quotas = async () =>
    Object.fromEntries((await collect(store.scan('gateway-quotas'))).map(({ key, value }) => [key, value]))
  return { box, store, report, events, quotas, usage: async () => (await box.gateway.usage()).results }
}
const use = (used: number, key = 'shop/gold/s') => ({ key, period: '2026-11', used })

describe('a report with a gateway key', () => {
  it('counts for routes of kept deployments and of the gateway itself, and for none that do not exist', async () => {
    const { report, usage, events } = await scene()
    await report({ entries: [entry(), entry({ route: 'shop:old' }), entry({ route: 'shop:oauth2-token' })] })
    const wrong = [entry({ api: 'no-such' }), entry({ route: 'shop:none' }), entry({ route: 'other:orders' })]
    await expect(report({ entries: [entry(), ...wrong] })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: {
        '/usage/entries/1/api': [{ message: 'error.reference', args: ['no-such'] }],
        '/usage/entries/2/route': [{ message: 'error.reference', args: ['shop:none'] }],
        '/usage/entries/3/route': [{ message: 'error.reference', args: ['other:orders'] }],
      },
    })
    expect((await usage()).map(({ route }) => route).sort()).toEqual(['shop:oauth2-token', 'shop:old', 'shop:orders'])
    expect(await events()).toMatchObject([
      { domain: 'GatewayKey', key: 'edge', payload: { instance: 'one', count: 3 } },
    ])
  })

  it('adds to quotas of consumers that exist, as much as it reports requests', async () => {
    const { report, quotas, events } = await scene()
    await expect(report({ quotas: [use(1, 'no-such/gold/s'), use(1, 'nobody')] })).rejects.toMatchObject({
      fieldErrors: { '/usage/quotas/0/key': [expect.anything()], '/usage/quotas/1/key': [expect.anything()] },
    })
    for (const used of [1e12, -1e12, 10_001])
      await expect(report({ quotas: [use(used)] })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/usage/quotas/0/used': [{ message: 'error.maximum', args: ['10000'] }] },
      })
    await report({ quotas: [use(9000)] })
    await expect(report({ quotas: [use(600), use(600)] })).rejects.toMatchObject({
      fieldErrors: { '/usage/quotas/1/used': [{ message: 'error.maximum', args: ['1000'] }] },
    })
    expect(await quotas()).toEqual({ '2026-11/shop/gold/s': 9000 })
    expect(await events()).toHaveLength(1)
  })

  it('may come late and in parts: the requests first, what they used after', async () => {
    const { report, quotas } = await scene()
    await report({ entries: [entry({ requests: 5_000_000 })] })
    await report({ quotas: [use(5_000_000)] })
    await report({ quotas: [use(-5_000_000)] })
    await report({ quotas: [use(10_000)] })
    await expect(report({ quotas: [use(1)] })).rejects.toMatchObject({ code: 'INVALID' })
    expect(await quotas()).toEqual({ '2026-11/shop/gold/s': 10_000 })
  })

  it('of a deleted API is refused', async () => {
    const { box, report } = await scene()
    await report({ entries: [entry()] })
    await box.apis.delete({ id: 'shop' })
    await expect(report({ entries: [entry()] })).rejects.toMatchObject({ code: 'INVALID' })
  })
})
