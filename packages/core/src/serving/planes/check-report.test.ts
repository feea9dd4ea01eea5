import { describe, expect, it } from 'vitest'
import type { Identity } from '../../index.ts'
import { collect, testBox } from '../../machine/callers/access.fixture.ts'
import type { ChangeEvent } from '../../machine/log/event.ts'
import { memoryStore } from '../../memory/store.ts'
import { subscriptions } from '../../subscriptions/subscription.ts'
import { batch, entry, noon } from '../../usage/usage.fixture.ts'
import type { UsageBatch } from '../../usage/usage-batch.ts'

/**
 * A caller with a gateway key, an API `shop` with the route `orders`, which was published twice, and the subscriptions `s` and
 * `t`.
 */
async function scene() {
  const store = memoryStore()
  const box = testBox({ store, clock: () => noon })
  const put = (key: string) =>
    ({ op: 'put', collection: subscriptions.plural, key, value: {}, expected: null }) as const
  await store.commit([put('s'), put('t')], [])
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

  it('adds no more to quotas because it comes from many instances', async () => {
    const { report, quotas, store } = await scene()
    await report({ instance: 'plane-0', quotas: [use(9000)] })
    for (let i = 1; i < 20; i++)
      await expect(report({ instance: `plane-${i}`, quotas: [use(10_000)] })).rejects.toMatchObject({
        fieldErrors: { '/usage/quotas/0/used': [{ message: 'error.maximum', args: ['1000'] }] },
      })
    // Each adds what it reports, and what others have reported.
    for (const i of [1, 2]) await report({ instance: `plane-${i}`, entries: [entry({ requests: 20_000 })] })
    for (const i of [3, 4]) await report({ instance: `plane-${i}`, quotas: [use(20_000), use(20_000, 'shop/gold/t')] })
    expect(await quotas()).toEqual({ '2026-11/shop/gold/s': 49_000, '2026-11/shop/gold/t': 40_000 })
    expect((await store.get('gateway-reporters', 'edge/'))?.value).toEqual({ room: 41_000, at: noon })
  })

  it('of many instances at once adds no more than there is room', async () => {
    const { box, report, quotas } = await scene()
    const { key } = await box.gatewayKeys.create({ body: { id: 'other' } })
    const other = box.as((await box.identify({ gatewayKey: String(key) })) as Identity)
    const all = Array.from({ length: 10 }, (_, i) => report({ instance: `plane-${i}`, quotas: [use(6000)] }))
    expect((await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await other.gateway.report({ body: { usage: batch(1, { entries: [], quotas: [use(6000)] }) } })
    expect(await quotas()).toEqual({ '2026-11/shop/gold/s': 12_000 })
  })

  it('of a data plane that was known before keeps the room that this had', async () => {
    const { report, store } = await scene()
    const value = { seq: 0, at: noon, room: 30_000 }
    await store.commit([{ op: 'put', collection: 'gateway-reporters', key: 'edge/one', value, expected: null }], [])
    await report({ quotas: [use(29_000)] })
    await expect(report({ quotas: [use(1001)] })).rejects.toMatchObject({ code: 'INVALID' })
    await report({ quotas: [use(1000)] })
    expect((await store.get('gateway-reporters', 'edge/one'))?.value).toEqual({ seq: expect.any(Number), at: noon })
  })

  it('tells of no more requests than a data plane can answer', async () => {
    const { report, usage } = await scene()
    const hour = 60 * 60_000
    const refused = (at: number, most: number) => ({
      fieldErrors: { [`/usage/entries/${at}/requests`]: [{ message: 'error.maximum', args: [String(most)] }] },
    })
    const of = (requests: number, ago = 0) => entry({ minute: noon - ago, requests })
    await expect(report({ entries: [of(1e12)] })).rejects.toMatchObject(refused(0, 1e7))
    await expect(report({ entries: [of(6e6), of(4e6), of(1)] })).rejects.toMatchObject(refused(2, 1e7))
    await expect(report({ entries: [of(6e7 + 1, 60_000)] })).rejects.toMatchObject(refused(0, 6e7))
    await expect(report({ entries: [of(3.6e9 + 1, 30 * hour)] })).rejects.toMatchObject(refused(0, 3.6e9))
    await report({ entries: [of(1e7), of(6e7, 60_000), of(3.6e9, 30 * hour)] })
    expect(await usage()).toHaveLength(3)
  })

  it('is about times that are near, also if it comes late', async () => {
    const { report } = await scene()
    const day = 24 * 60 * 60_000
    const minutes = [noon + 60 * 60_000, noon - day, noon - 90 * day]
    await report({ entries: minutes.map((minute) => entry({ minute })) })
    for (const minute of [noon + 60 * 60_000 + 1, noon - 91 * day, 0, 8.64e15])
      await expect(report({ entries: [entry({ minute })] })).rejects.toMatchObject({
        fieldErrors: { '/usage/entries/0/minute': [expect.anything()] },
      })
    const on = (period: string) => ({ quotas: [{ ...use(1), period }] })
    for (const period of ['2026-09', '2027-01', '2026-11-20', '2026-11-24']) await report(on(period))
    for (const period of [
      '2026-08',
      '2027-02',
      '2026-11-19',
      '2026-11-25',
      '2026-13',
      '2026-11-31',
      '9999-12',
      '0000-00',
    ])
      await expect(report(on(period))).rejects.toMatchObject({
        fieldErrors: {
          '/usage/quotas/0/period': [{ message: 'error.format', args: ['day or month near 2026-11-22'] }],
        },
      })
  })

  it('adds to quotas of subscriptions that exist, and of claims, which nobody can know', async () => {
    const { report, quotas } = await scene()
    for (const key of [
      'shop/gold/none',
      'shop/gold/s/x',
      'shop/gold',
      'shop/gold/',
      'shop/gold//',
      'shop/',
      'shop//',
      '/gold/s',
    ])
      await expect(report({ quotas: [use(1, key)] })).rejects.toMatchObject({
        fieldErrors: { '/usage/quotas/0/key': [{ message: 'error.reference', args: [key] }] },
      })
    for (const key of ['shop/gold/s', 'shop/gold//ann', 'shop/gold//https://id.tld/ann'])
      await report({ quotas: [use(1, key)] })
    expect(Object.keys(await quotas())).toHaveLength(3)
  })

  it('of a deleted API is refused', async () => {
    const { box, report } = await scene()
    await report({ entries: [entry()] })
    await box.apis.delete({ id: 'shop' })
    await expect(report({ entries: [entry()] })).rejects.toMatchObject({ code: 'INVALID' })
  })
})
