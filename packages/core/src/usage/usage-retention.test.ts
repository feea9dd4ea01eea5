import { describe, expect, it, onTestFinished } from 'vitest'
import { testTime } from '../machine/callers/access.fixture.ts'
import { memoryStore } from '../memory/store.ts'
import { createSignalbox } from '../signalbox.ts'
import { batch, entry } from './usage.fixture.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

function scene(usageRetentionDays?: number) {
  const store = memoryStore()
  const time = testTime()
  const box = createSignalbox({ store, ...time.ports, ...(usageRetentionDays !== undefined && { usageRetentionDays }) })
  onTestFinished(() => box.close())
  const keysOf = async (collection: string) => {
    const keys: string[] = []
    for await (const { key } of store.scan(collection)) keys.push(key)
    return keys
  }
  return { box, time, keysOf, report: box.gatewaySource.report as NonNullable<typeof box.gatewaySource.report> }
}

describe('old usage', () => {
  it.each([
    [90, undefined],
    [7, 7],
  ])('is deleted after %i days, hour by hour', async (days, usageRetentionDays) => {
    const { box, time, report } = scene(usageRetentionDays)
    const entries = ['a', 'b'].flatMap((api) =>
      Array.from({ length: 700 }, (_, i) => entry({ api, route: `a:r${i}`, minute: time.clock() })),
    )
    await report(batch(1, { entries }))
    await report(batch(2, { entries: [entry({ minute: time.clock() + HOUR })] }))
    await expect.poll(time.waiting).toBe(1)
    time.advance(days * DAY)
    await expect.poll(async () => (await box.gateway.usage()).totals.requests).toBe(1401)
    time.advance(HOUR)
    await expect.poll(async () => (await box.gateway.usage()).totals.requests).toBe(1)
  })

  it.each([
    ['a retention is set', { usageRetentionDays: 90 }, undefined],
    ['usage is read', {}, 'read'],
  ])('is also deleted without data planes, if %s', async (_, options, isRead) => {
    const store = { ...memoryStore(), close: async () => {} }
    const time = testTime()
    const first = createSignalbox({ store, ...time.ports })
    await first.gatewaySource.report?.(batch(1, { entries: [entry({ minute: time.clock() })] }))
    await first.close()
    time.advance(91 * DAY)
    const box = createSignalbox({ store, ...time.ports, ...options })
    onTestFinished(() => box.close())
    if (isRead) await box.gateway.usage()
    await expect
      .poll(async () => {
        for await (const { key } of store.scan('gateway-usage')) return key
        return 'nothing'
      })
      .toBe('nothing')
  })

  it('takes the quotas of past days and months with it', async () => {
    const { time, report, keysOf } = scene()
    const quotas = ['2026-02-28', '2026-02', '2026-03-01', '2026-03'].map((period) => ({ key: 's', period, used: 1 }))
    await report(batch(1, { quotas }))
    await expect.poll(time.waiting).toBe(1)
    time.advance(HOUR)
    await expect.poll(() => keysOf('gateway-quotas')).toEqual(['2026-03-01/s', '2026-03/s'])
    time.advance(12 * HOUR)
    await expect.poll(() => keysOf('gateway-quotas')).toEqual(['2026-03/s'])
  })

  it('includes data planes that have not reported for 30 days: a batch that they send again before counts once', async () => {
    const { box, time, report, keysOf } = scene()
    const late = batch(1, { entries: [entry({ minute: time.clock() })] })
    await report(late)
    await expect.poll(time.waiting).toBe(1)
    time.advance(29 * DAY)
    await expect.poll(time.waiting).toBe(1)
    await report(batch(1, { instance: 'two', entries: [] }))
    await report(late)
    expect((await box.gateway.usage()).totals.requests).toBe(1)
    expect(await keysOf('gateway-reporters')).toEqual(['one', 'two'])
    time.advance(2 * DAY)
    await expect.poll(() => keysOf('gateway-reporters')).toEqual(['two'])
  })

  it('needs a number of days', () => {
    expect(() => createSignalbox({ usageRetentionDays: 0 })).toThrow(RangeError)
  })
})
