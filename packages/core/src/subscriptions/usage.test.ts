import { describe, expect, it } from 'vitest'
import type { Plan } from '../plans/plan.ts'
import { quotaKeyOf } from '../usage/quota-key.ts'
import { batch, entry } from '../usage/usage.fixture.ts'
import { boxWithPlans, HOUR, START } from './subscriptions.fixture.ts'

const quota = { window: 60, perWindow: 10, perDay: 100, perMonth: 1000 }
const keys: Plan = {
  ...{ id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
  access_mode_configuration: { quota },
}
const tokens: Plan = {
  ...{ id: 'tokens', status: 'published', access_mode_configuration_type: 'jwt' },
  access_mode_configuration: { secret: 'a secret of the plan', quota: { perDay: 5 } },
}

const use = (key: string, period: string, used: number) => ({ key, period, used })

describe('the usage of a subscription', () => {
  it('is that of this month by day, with its quotas', async () => {
    const { box, clock } = await boxWithPlans([keys], { timeZone: 'Europe/Berlin' })
    const { id = '', credentials } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'keys' } })
    const clientId = credentials?.clientId as string
    const at = (hours: number, more = {}) =>
      entry({ api: 'a', subscription: id, plan: 'keys', route: 'a:r', minute: START + hours * HOUR, ...more })
    await box.gatewaySource.report?.(
      batch(1, {
        entries: [
          at(-2),
          at(0),
          at(1, { route: 'a:s' }),
          at(2, { statusClass: 4, limited: 1 }),
          at(24),
          at(3, { subscription: 'x' }),
        ],
        quotas: [use(clientId, '2026-01-01', 3), use(clientId, '2026-01', 4), use('x', '2026-01', 9)],
      }),
    )
    clock.advance(HOUR)
    const { results, totals, quotas } = await box.subscriptions.usage({ id })
    expect(results.map(({ time, requests, limited }) => [time, requests, limited])).toEqual([
      ['2026-01-01T00:00:00+01:00', 3, 1],
      ['2026-01-02T00:00:00+01:00', 1, 0],
    ])
    expect(totals).toMatchObject({ requests: 4, limited: 1, bytesIn: 40 })
    expect(quotas).toEqual([
      { clientId, name: 'window', limit: 10, seconds: 60 },
      { clientId, name: 'day', limit: 100, used: 3, reset: Date.parse('2026-01-01T23:00Z') },
      { clientId, name: 'month', limit: 1000, used: 4, reset: Date.parse('2026-01-31T23:00Z') },
    ])
    const hours = await box.subscriptions.usage({ id, from: '2025-12-31', to: '2026-01-01T02:00', by: 'hour' })
    expect(hours.results.map(({ time }) => time)).toEqual(['2025-12-31T23:00:00+01:00', '2026-01-01T01:00:00+01:00'])
  })

  it('includes what its keys have used of other APIs, in the order of time', async () => {
    const { box } = await boxWithPlans([keys], { timeZone: 'Europe/Berlin' })
    const { id = '' } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'keys' } })
    const at = (api: string, minute: string) =>
      entry({ api, subscription: id, plan: 'keys', route: `${api}:r`, minute: Date.parse(minute) })
    const entries = [
      at('a', '2025-10-26T02:00Z'),
      at('b', '2025-10-26T00:30Z'),
      at('b', '2025-10-26T01:30Z'),
      at('b', '2025-10-26T02:30Z'),
    ]
    await box.gatewaySource.report?.(batch(1, { entries }))
    const { results, totals } = await box.subscriptions.usage({ id, from: '2025-10-26', by: 'hour' })
    expect(results.map(({ time, requests }) => [time, requests])).toEqual([
      ['2025-10-26T02:00:00+02:00', 1],
      ['2025-10-26T02:00:00+01:00', 1],
      ['2025-10-26T03:00:00+01:00', 2],
    ])
    expect(totals.requests).toBe(4)
  })

  it('without credentials has the quota of the plan', async () => {
    const { box } = await boxWithPlans([tokens])
    const { id = '' } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'tokens', owner_ref: 'ann' } })
    const key = quotaKeyOf({ api: 'a', plan: 'tokens' }, { subscription: id })
    await box.gatewaySource.report?.(batch(1, { quotas: [use(key, '2026-01-01', 2)] }))
    expect((await box.subscriptions.usage({ id })).quotas).toEqual([
      { name: 'day', limit: 5, used: 2, reset: Date.parse('2026-01-02T00:00Z') },
    ])
  })

  it('is for those who may read subscriptions of the API', async () => {
    const { box } = await boxWithPlans([keys])
    const { id = '' } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'keys' } })
    const as = (pattern: string) =>
      box.as({ id: 'ann', authorizedPatterns: [{ pattern, domains: ['Subscription'] }] }).subscriptions.usage({ id })
    expect((await as('a')).totals.requests).toBe(0)
    await expect(as('b')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('data planes', () => {
  it('tell which credentials are due, and the event comes once', async () => {
    const { box, clock } = await boxWithPlans()
    const { credentials } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold' } })
    const clientId = credentials?.clientId as string
    const due: string[] = []
    box.on('CREDENTIAL_ROTATION_DUE', ({ key }) => due.push(key))
    const report = (seq: number) => box.gatewaySource.report?.(batch(seq, { due: [clientId, 'unknown'] }))
    await report(1)
    expect(due).toEqual([])
    clock.advance(24 * HOUR)
    await report(2)
    await report(3)
    await expect.poll(() => due).toEqual([clientId])
  })
})
