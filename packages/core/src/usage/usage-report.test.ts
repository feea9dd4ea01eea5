import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noteIn } from '../machine/records/commit.ts'
import { timeZone } from '../machine/time/time.ts'
import { realWait } from '../machine/time/wait.ts'
import { memoryStore } from '../memory/store.ts'
import { createSignalbox } from '../signalbox.ts'
import { batch, entry, type Fate, faultyStore, noon } from './usage.fixture.ts'
import type { UsageBatch } from './usage-batch.ts'
import { createReporting } from './usage-report.ts'

const sent = async (report: (one: UsageBatch) => Promise<void>, one: UsageBatch) => {
  for (;;)
    try {
      return await report(one)
    } catch {
      // sent again
    }
}

function scene(fates: readonly Fate[] = [], more: { tellDue?: (ids: readonly string[]) => Promise<unknown> } = {}) {
  const store = memoryStore()
  const reported: unknown[] = []
  const ports = {
    store: faultyStore(store, fates),
    zone: timeZone('UTC'),
    clock: () => noon,
    random: (bytes: number) => new Uint8Array(bytes),
    wait: realWait,
    report: (error: unknown) => void reported.push(error),
  }
  const box = createSignalbox({ store })
  return {
    store,
    reported,
    report: createReporting({ note: noteIn(ports.store), ...ports, ...more }),
    usage: async () => (await box.gateway.usage({ pageSize: 1000 })).results,
    totals: async () => (await box.gateway.usage()).totals,
    quotas: async () => {
      const found: [string, unknown][] = []
      for await (const { key, value } of store.scan('gateway-quotas')) found.push([key, value])
      return found
    },
  }
}

describe('a batch of usage', () => {
  it('is added up by hour', async () => {
    const { report, usage } = scene()
    await report(batch(1, { entries: [entry(), entry({ minute: noon + 59 * 60_000, requests: 2 })] }))
    await report(batch(2, { entries: [entry({ limited: 1, statusClass: 4 }), entry({ minute: noon + 60 * 60_000 })] }))
    await report(batch(3))
    const at = (time: string, members: object) => ({
      ...{ time, api: 'shop', plan: 'gold', subscription: 's', route: 'shop:orders' },
      ...{ statusClass: 2, requests: 1, bytesIn: 10, bytesOut: 100, backendMs: 5, limited: 0, ...members },
    })
    expect(await usage()).toEqual([
      at('2026-11-22T12:00:00Z', { requests: 4, bytesIn: 30, bytesOut: 300, backendMs: 15 }),
      at('2026-11-22T12:00:00Z', { statusClass: 4, limited: 1 }),
      at('2026-11-22T13:00:00Z', {}),
    ])
  })

  it('counts once, however often it is sent', async () => {
    const { report, totals } = scene()
    await report(batch(2))
    await report(batch(2))
    await report(batch(1))
    await Promise.all([report(batch(3)), report(batch(3))])
    expect(await totals()).toMatchObject({ requests: 2 })
  })

  it('counts once if the answer was lost, or nothing was stored', async () => {
    const { report, totals } = scene(['answer lost', 'refused', 'done'])
    await expect(report(batch(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await report(batch(1))
    await expect(report(batch(2))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await report(batch(2))
    expect(await totals()).toMatchObject({ requests: 2 })
  })

  it('adds what was used of quotas, in the same commit', async () => {
    const { report, quotas } = scene(['refused'])
    const use = (period: string, used: number) => ({ key: 's', period, used })
    const first = batch(1, { quotas: [use('2026-11-22', 3), use('2026-11', 3)] })
    await expect(report(first)).rejects.toThrow()
    expect(await quotas()).toEqual([])
    await report(first)
    await report(batch(2, { quotas: [use('2026-11-22', 2), use('2026-11-22', 1)] }))
    expect(await quotas()).toEqual([
      ['2026-11-22/s', 6],
      ['2026-11/s', 3],
    ])
  })

  it('takes back what an earlier one has added, and never more than that', async () => {
    const { report, quotas } = scene()
    const use = (key: string, used: number) => ({ key, period: '2026-11', used })
    await report(batch(1, { quotas: [use('s', 3), use('t', 1)] }))
    await report(batch(2, { quotas: [use('s', -1), use('t', -2), use('new', -1)] }))
    expect(await quotas()).toEqual([
      ['2026-11/new', 0],
      ['2026-11/s', 2],
      ['2026-11/t', 0],
    ])
  })

  it('in parts takes its room once, and its rest adds no more than was taken', async () => {
    const { report, quotas, store } = scene(['done', 'refused', 'refused'])
    const check = async () => ({})
    const room = async () => (await store.get('gateway-reporters', 'edge/'))?.value
    const large = (used: number) =>
      batch(1, {
        instance: 'edge/one',
        entries: [],
        quotas: Array.from({ length: 1500 }, (_, i) => ({
          key: `k${String(i).padStart(4, '0')}`,
          period: '2026-11',
          used,
        })),
      })
    await expect(report(large(6000), check)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect([(await quotas()).length, await room()]).toEqual([1000, { room: 4000, at: noon }])
    await expect(report(large(6001), check)).rejects.toMatchObject({ code: 'INVALID' })
    await expect(report(large(6000), check)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await report(large(6000), check)
    expect([(await quotas()).length, await room()]).toEqual([1500, { room: 4000, at: noon }])
  })

  it('writes no change events', async () => {
    const { report, store } = scene()
    await report(batch(1))
    expect(await store.head()).toBe(0)
  })

  it('tells which credentials are due, and is stored even if that fails', async () => {
    const told: (readonly string[])[] = []
    const failure = new Error('not now')
    const { report, totals, reported } = scene([], {
      async tellDue(ids) {
        told.push(ids)
        throw failure
      },
    })
    await report(batch(1, { due: ['checkout'] }))
    await report(batch(2))
    expect(told).toEqual([['checkout']])
    expect(reported).toEqual([failure])
    expect(await totals()).toMatchObject({ requests: 2 })
  })

  it('of any size counts once, however its commits end', async () => {
    const routes = Array.from({ length: 2100 }, (_, i) => entry({ route: `shop:r${i}` }))
    const fates = fc.array(fc.constantFrom<Fate>('done', 'answer lost', 'refused'), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fates, async (list) => {
        const { report, totals } = scene(list)
        await sent(report, batch(1, { entries: routes }))
        await sent(report, batch(2))
        expect(await totals()).toMatchObject({ requests: 2101 })
      }),
      { numRuns: 5 },
    )
  })

  it.each<[pointer: string, members: object]>([
    ['/instance', { instance: '' }],
    ['/seq', { seq: -1 }],
    ['/entries', { entries: 'none' }],
    ['/entries/0', { entries: [null] }],
    ['/entries/1/api', { entries: [entry(), entry({ api: 'a/b' })] }],
    ['/entries/0/plan', { entries: [entry({ plan: '*' })] }],
    ['/entries/0/route', { entries: [entry({ route: '' })] }],
    ['/entries/0/statusClass', { entries: [entry({ statusClass: 6 })] }],
    ['/entries/0/minute', { entries: [entry({ minute: Number.NaN })] }],
    ['/entries/0/requests', { entries: [entry({ requests: 0.5 })] }],
    ['/entries/0/limited', { entries: [{ ...entry(), limited: undefined }] }],
    ['/quotas/0/period', { quotas: [{ key: 's', period: 'today', used: 1 }] }],
    ['/quotas/0/used', { quotas: [{ key: 's', period: '2026-11', used: -0.5 }] }],
    ['/quotas/0/key', { quotas: [{ key: '\0', period: '2026-11', used: 1 }] }],
    ['/quotas/0/key', { quotas: [{ key: '\ud800', period: '2026-11', used: 1 }] }],
    ['/quotas/0/key', { quotas: [{ key: '漢'.repeat(683), period: '2026-11', used: 1 }] }],
    ['/entries/0/route', { entries: [entry({ route: 'r'.repeat(2000), subscription: 's'.repeat(512) })] }],
    ['/due/0', { due: [7] }],
  ])('is rejected as a whole if %s is invalid', async (pointer, members) => {
    const { report, totals } = scene()
    await expect(report(batch(1, members))).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining(pointer),
      fieldErrors: { [pointer]: [expect.anything()] },
    })
    expect(await totals()).toMatchObject({ requests: 0 })
  })

  it('that is rejected names all members that are invalid', async () => {
    const { report } = scene()
    const wrong = batch(1, {
      entries: [entry({ plan: '*' }), entry(), entry({ requests: -1, bytesIn: -1 })],
      quotas: [{ key: '', period: '2026-11', used: 1 }],
    })
    const { fieldErrors } = await report(wrong).catch((error) => error)
    const names = ['/entries/0/plan', '/entries/2/requests', '/entries/2/bytesIn', '/quotas/0/key']
    expect(Object.keys(fieldErrors)).toEqual(names)
  })
})
