import { createSignalbox, memoryStore } from '@signalbox/core'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { LimitPolicy } from '../limits/limiter.ts'
import { localLimits } from '../limits/local-limits.ts'
import { createUsage } from './usage.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

it('requests that a month refuses are taken back from the day, also after the day was reported', async () => {
  const store = memoryStore()
  const box = createSignalbox({ store, clock: Date.now })
  onTestFinished(() => box.close())
  const reported: unknown[] = []
  const ports = { zone: 'UTC', clock: Date.now, report: (error: unknown) => void reported.push(error) }
  const limits = localLimits().open({ ...ports, elapsed: Date.now, random: (bytes) => new Uint8Array(bytes) })
  const usage = createUsage({
    ...ports,
    zone: () => 'UTC',
    ...{ instance: 'one', deliver: box.gatewaySource.report!, consumers: { findCredential: () => undefined } as never },
    drainQuotas: limits.calendarUse.drain,
  })
  onTestFinished(() => usage.close())
  const route = usage.of({ id: 'shop:all', api_ref: 'shop' } as never)!
  const flush = async () => {
    usage.count(route, undefined, { status: 200, bytesIn: 0, bytesOut: 0, backendMs: 0, isLimited: false }, noon)
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(usage.unsent).toBe(0))
  }
  const policy = (kind: 'day' | 'month', rate: number): LimitPolicy => ({
    kind,
    name: kind,
    rate,
    windowMs: 1,
    burst: 0,
  })
  const [day, month] = [policy('day', 5), policy('month', 2)]
  const [days, months] = [limits.limiterOf('day', 'quota'), limits.limiterOf('month', 'quota')]
  for (let i = 0; i < 3; i++) await days.take('ann', day, noon)
  for (let i = 0; i < 2; i++) await months.take('ann', month, noon)
  await flush()
  expect(await months.take('ann', month, noon)).toMatchObject({ isAdmitted: false })
  days.giveBack('ann', day, noon)
  await flush()
  expect(reported).toEqual([])
  const stored: [string, unknown][] = []
  for await (const { key, value } of store.scan('gateway-quotas')) stored.push([key, value])
  expect(Object.fromEntries(stored)).toEqual({ '2026-11-22/ann': 2, '2026-11/ann': 2 })
  expect((await box.gateway.usage()).totals.requests).toBe(2)
})
