import type { QuotaUse, UsageBatch, UsageEntry } from '@signalbox/core/gateway'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Consumer } from '../plugin-api/exchange.ts'
import { GAP } from './batch-size.ts'
import { createUsage } from './usage.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')
const MINUTE = 60_000
const route = (id: string, draft = false) => ({ id: `shop:${id}`, api_ref: 'shop', draft }) as never
const consumer = (subscription: string, plan = 'gold'): Consumer => ({ id: 'ann', plan, subscription })
const ok = { status: 200, bytesIn: 1, bytesOut: 10, backendMs: 2, isLimited: false }

beforeEach(() => void vi.useFakeTimers({ now: noon }))
afterEach(() => void vi.useRealTimers())

/** A source that takes batches as a store does: each number of an instance once. */
function scene(
  more: { most?: number; zone?: () => string; drainQuotas?: () => QuotaUse[]; due?: ReadonlySet<string> } = {},
) {
  const batches: UsageBatch[] = []
  const reported: Error[] = []
  let fails = (_: UsageBatch): 'no' | 'before' | 'after' | 'invalid' | object => 'no'
  let last = 0
  const credentialOf = (clientId: string) => ({
    credential: {
      clientId,
      rotation: { enabled: more.due?.has(clientId) ?? false, rotationEvery: 1 },
      secrets: { current: { hash: '', since: 0 } },
    },
  })
  const usage = createUsage({
    instance: 'one',
    zone: () => 'UTC',
    async deliver(batch) {
      const fate = fails(batch)
      if (fate === 'invalid') throw Object.assign(new Error('never'), { code: 'INVALID' })
      if (typeof fate === 'object') throw Object.assign(new Error('never'), { code: 'INVALID', fieldErrors: fate })
      if (fate === 'before') throw new Error('not now')
      if (batch.seq > last) batches.push(batch)
      last = batch.seq
      if (fate === 'after') throw new Error('the answer is lost')
    },
    consumers: { findCredential: credentialOf as never },
    clock: Date.now,
    report: (error) => void reported.push(error as Error),
    ...more,
  })
  const entries = (): UsageEntry[] => batches.flatMap((batch) => batch.entries)
  return {
    usage,
    batches,
    reported,
    entries,
    fail: (how: typeof fails) => {
      fails = how
    },
    total: () => entries().reduce((sum, { requests }) => sum + requests, 0),
    shown: () => entries().map((one) => [one.route, one.plan, one.subscription, one.statusClass, one.requests]),
    second: () => vi.advanceTimersByTimeAsync(1000),
  }
}

describe('usage', () => {
  it('is reported after a second, by route, consumer and class of status', async () => {
    const { usage, entries, shown, second } = scene()
    const [orders, items] = [usage.of(route('orders'))!, usage.of(route('items'))!]
    usage.count(orders, consumer('s'), ok, Date.now())
    usage.count(orders, consumer('s'), { ...ok, status: 204, backendMs: 0.6 }, Date.now())
    usage.count(orders, consumer('s'), { ...ok, status: 429, isLimited: true }, Date.now())
    usage.count(orders, consumer('t', 'free'), ok, Date.now())
    usage.count(items, undefined, ok, Date.now())
    usage.count(items, { id: 'ann', plan: 'tokens' }, { ...ok, status: 502 }, Date.now())
    expect(usage.unsent).toBe(6)
    await second()
    expect(shown()).toEqual([
      ['shop:orders', 'gold', 's', 2, 2],
      ['shop:orders', 'gold', 's', 4, 1],
      ['shop:orders', 'free', 't', 2, 1],
      ['shop:items', undefined, undefined, 2, 1],
      ['shop:items', 'tokens', undefined, 5, 1],
    ])
    expect(entries()[0]).toMatchObject({
      api: 'shop',
      minute: noon,
      bytesIn: 2,
      bytesOut: 20,
      backendMs: 3,
      limited: 0,
    })
    expect(entries()[1]).toMatchObject({ limited: 1 })
    expect(usage.unsent).toBe(0)
  })

  it('is not counted for drafts', () => {
    const { usage } = scene()
    expect(usage.of(route('orders', true))).toBeUndefined()
  })

  it('belongs to the minute in which a request ended', async () => {
    const { usage, entries, second } = scene()
    const of = usage.of(route('orders'))!
    usage.count(of, undefined, ok, noon + MINUTE - 1)
    usage.count(of, undefined, ok, noon + MINUTE)
    usage.count(of, undefined, ok, noon)
    await second()
    expect(entries().map(({ minute, requests }) => [minute - noon, requests])).toEqual([
      [0, 2],
      [MINUTE, 1],
    ])
  })

  it('is kept and sent again unchanged while the source rejects it, and counted once', async () => {
    const { usage, batches, reported, total, fail, second } = scene()
    const of = usage.of(route('orders'))!
    for (const how of ['before', 'after', 'before', 'no'] as const) {
      fail(() => how)
      usage.count(of, undefined, ok, Date.now())
      await second()
    }
    expect(total()).toBe(4)
    expect(batches.map(({ seq }) => seq / GAP)).toEqual([1, 2])
    expect(usage.unsent).toBe(0)
    expect(reported).toHaveLength(1)
  })

  it('that is invalid is given up, and the next is reported', async () => {
    const { usage, reported, total, fail, second } = scene()
    const of = usage.of(route('orders'))!
    fail(({ seq }) => (seq === GAP ? 'invalid' : 'no'))
    usage.count(of, undefined, ok, Date.now())
    await second()
    usage.count(of, undefined, ok, Date.now())
    await second()
    expect(total()).toBe(1)
    expect(reported).toHaveLength(1)
    expect(usage.unsent).toBe(0)
  })

  it('of which a part is invalid is reported without that part', async () => {
    const { usage, reported, shown, fail, second } = scene()
    const of = usage.of(route('orders'))!
    for (const one of ['s', 'bad', 't']) usage.count(of, consumer(one), ok, Date.now())
    fail(({ entries }) =>
      entries.some(({ subscription }) => subscription === 'bad') ? { '/entries/1/plan': [] } : 'no',
    )
    await second()
    expect(shown().map(([, , subscription]) => subscription)).toEqual(['s', 't'])
    expect(reported.map(({ message }) => message)).toEqual(['Usage was rejected as invalid: a part of it is lost'])
    expect(usage.unsent).toBe(0)
  })

  it.each([{ '/seq': [] }, { '/entries/7': [] }])('that is rejected because of %o is given up', async (fieldErrors) => {
    const { usage, reported, total, fail, second } = scene()
    fail(() => fieldErrors)
    usage.count(usage.of(route('orders'))!, undefined, ok, Date.now())
    await second()
    expect([total(), usage.unsent, reported.length]).toEqual([0, 0, 1])
  })

  it('loses nothing beyond its bound: minutes become hours, and subscriptions are counted together', async () => {
    const { usage, entries, reported, total, fail, second } = scene({ most: 50 })
    const of = usage.of(route('orders'))!
    fail(() => 'before')
    for (let minute = 0; minute < 100; minute++) {
      usage.count(of, consumer('s'), ok, noon + minute * MINUTE)
      await second()
    }
    expect(reported).toHaveLength(1)
    for (let i = 0; i < 300; i++) {
      usage.count(of, consumer(`s${i}`), ok, noon + 100 * MINUTE + i)
      if (i % 40 === 0) await second()
    }
    fail(() => 'no')
    await second()
    expect(total()).toBe(400)
    expect(entries().length).toBeLessThan(60)
    expect(entries().find(({ minute }) => minute === noon)?.subscription).toBe('s')
    expect(entries().some(({ plan, subscription }) => plan === 'gold' && subscription === undefined)).toBe(true)
    expect(reported.filter(({ message }) => message.includes('counted together'))).toHaveLength(1)
  })

  it('comes with what was used of quotas', async () => {
    const left: QuotaUse[][] = [[{ key: 'ann', period: '2026-11-22', used: 2 }]]
    const { usage, batches, second } = scene({ drainQuotas: () => left.shift() ?? [] })
    usage.began()
    await second()
    expect(batches).toEqual([
      { instance: 'one', seq: GAP, entries: [], quotas: [{ key: 'ann', period: '2026-11-22', used: 2 }], due: [] },
    ])
  })

  it('comes with the credentials that are due, each once an hour', async () => {
    const { usage, batches, second } = scene({ due: new Set(['old']) })
    const of = usage.of(route('orders'))!
    const call = async (clientId: string) => {
      usage.count(of, { ...consumer(clientId), clientId }, ok, Date.now())
      await second()
    }
    await call('old')
    await call('new')
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    await call('old')
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    await call('old')
    expect(batches.map(({ due }) => due)).toEqual([['old'], [], [], ['old']])
  })

  it('is reported when the gateway closes', async () => {
    const { usage, total, reported, fail } = scene()
    const of = usage.of(route('orders'))!
    usage.count(of, undefined, ok, Date.now())
    await usage.close()
    expect(total()).toBe(1)
    fail(() => 'before')
    usage.count(of, undefined, ok, Date.now())
    await usage.close()
    expect(reported.at(-1)?.message).toContain('lost')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('needs no timer while nothing happens', async () => {
    const { usage, second } = scene()
    usage.began()
    await second()
    expect(vi.getTimerCount()).toBe(0)
  })
})
