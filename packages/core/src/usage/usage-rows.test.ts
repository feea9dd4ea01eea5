import { describe, expect, it, onTestFinished } from 'vitest'
import type { SignalboxOptions } from '../options.ts'
import { createSignalbox } from '../signalbox.ts'
import { batch, entry } from './usage.fixture.ts'
import type { UsageEntry } from './usage-batch.ts'

async function boxWith(entries: readonly UsageEntry[], options: SignalboxOptions = {}) {
  const box = createSignalbox(options)
  onTestFinished(() => box.close())
  await box.gatewaySource.report?.(batch(1, { entries }))
  return box
}

const at = (time: string, members: Partial<UsageEntry> = {}) => entry({ minute: Date.parse(time), ...members })
const shown = (rows: readonly { time: string; requests: number }[]) =>
  rows.map(({ time, requests }) => [time, requests] as const)
async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

describe('usage', () => {
  it('comes by page, with the totals of all pages', async () => {
    const hours = Array.from({ length: 20 }, (_, i) => at(`2026-11-22T${String(i).padStart(2, '0')}:30Z`))
    const box = await boxWith(hours)
    const { results, totals, metadata } = await box.gateway.usage({ page: 2, pageSize: 12 })
    expect(shown(results).at(0)).toEqual(['2026-11-22T12:00:00Z', 1])
    expect(results).toHaveLength(8)
    expect(totals).toEqual({ requests: 20, bytesIn: 200, bytesOut: 2000, backendMs: 100, limited: 0 })
    expect(metadata).toEqual({ page: 2, pageSize: 12, count: 20, nbPages: 2 })
  })

  it('is selected by API, plan, subscription and route', async () => {
    const { plan: _plan, subscription: _subscription, ...unknown } = at('2026-11-22T10:00Z')
    const box = await boxWith([
      at('2026-11-22T10:00Z'),
      at('2026-11-22T10:00Z', { subscription: 't', requests: 2 }),
      at('2026-11-22T10:00Z', { plan: 'free', subscription: 'u', requests: 4 }),
      at('2026-11-22T10:00Z', { api: 'shop-2', route: 'shop-2:all', requests: 8 }),
      at('2026-11-22T10:00Z', { route: 'shop:items', requests: 16 }),
      { ...unknown, requests: 32 },
    ])
    const requests = async (query: object) => (await box.gateway.usage(query)).totals.requests
    expect(await requests({})).toBe(63)
    expect(await requests({ api: 'shop' })).toBe(55)
    expect(await requests({ plan: 'gold' })).toBe(27)
    expect(await requests({ subscription: 's' })).toBe(25)
    expect(await requests({ route: 'shop:orders' })).toBe(39)
    expect(await requests({ api: 'none' })).toBe(0)
  })

  it('is that from a time on, and before another', async () => {
    const box = await boxWith(['09', '10', '11', '12'].map((hour) => at(`2026-11-22T${hour}:59Z`)))
    const hours = async (query: object) =>
      (await box.gateway.usage(query)).results.map(({ time }) => time.slice(11, 13))
    expect(await hours({ from: '2026-11-22T10:00', to: '2026-11-22T12:00' })).toEqual(['10', '11'])
    expect(await hours({ from: '2026-11-22T12:00+01:00' })).toEqual(['11', '12'])
    expect(await hours({ to: '2026-11-22' })).toEqual([])
    expect(await hours({ from: '2026-11-22', to: '2026-11-23' })).toEqual(['09', '10', '11', '12'])
    await expect(hours({ from: '2026-11-22', to: '2026-11-21' })).rejects.toMatchObject({ code: 'INVALID' })
    await expect(hours({ from: 'yesterday' })).rejects.toMatchObject({ fieldErrors: { from: [expect.anything()] } })
  })

  it('by day has the days of the zone, with 23 and 25 hours too', async () => {
    const everyHour = (from: string, count: number) =>
      Array.from({ length: count }, (_, i) => entry({ minute: Date.parse(from) + i * 3_600_000 }))
    const box = await boxWith([...everyHour('2026-03-27T23:00Z', 72), ...everyHour('2026-10-23T22:00Z', 73)], {
      timeZone: 'Europe/Berlin',
    })
    expect(shown((await box.gateway.usage({ by: 'day' })).results)).toEqual([
      ['2026-03-28T00:00:00+01:00', 24],
      ['2026-03-29T00:00:00+01:00', 23],
      ['2026-03-30T00:00:00+02:00', 24],
      ['2026-03-31T00:00:00+02:00', 1],
      ['2026-10-24T00:00:00+02:00', 24],
      ['2026-10-25T00:00:00+02:00', 25],
      ['2026-10-26T00:00:00+01:00', 24],
    ])
  })

  it('has whole hours in zones that are half an hour apart from UTC', async () => {
    const box = await boxWith(
      ['2026-11-22T18:29Z', '2026-11-22T18:30Z', '2026-11-22T19:29Z', '2026-11-22T19:30Z'].map((time) => at(time)),
      { timeZone: 'Asia/Kolkata' },
    )
    expect(shown((await box.gateway.usage()).results)).toEqual([
      ['2026-11-22T23:00:00+05:30', 1],
      ['2026-11-23T00:00:00+05:30', 2],
      ['2026-11-23T01:00:00+05:30', 1],
    ])
    const { results } = await box.gateway.usage({ by: 'day', from: '2026-11-23' })
    expect(shown(results)).toEqual([['2026-11-23T00:00:00+05:30', 3]])
  })

  it('is that of the APIs that the caller may read', async () => {
    const box = await boxWith(['a', 'b', 'c'].map((api) => at('2026-11-22T10:00Z', { api, route: `${api}:r` })))
    const { gateway } = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'a,c', domains: ['Api'] }] })
    expect((await gateway.usage()).results.map(({ api }) => api)).toEqual(['a', 'c'])
    expect((await collected(gateway.exportUsage())).map(({ api }) => api)).toEqual(['a', 'c'])
    await expect(gateway.usage({ api: 'b' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(collected(gateway.exportUsage({ api: 'b' }))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await gateway.usage({ api: 'c' })).totals.requests).toBe(1)
  })

  it('stays when its API is deleted', async () => {
    const box = createSignalbox()
    onTestFinished(() => box.close())
    await box.apis.create({ body: { id: 'shop', name: 'Shop' } })
    await box.gatewaySource.report?.(batch(1))
    await box.apis.delete({ id: 'shop' })
    expect((await box.gateway.usage({ api: 'shop' })).totals.requests).toBe(1)
  })
})
