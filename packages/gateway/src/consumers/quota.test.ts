import { array, assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getHeader } from '../headers/header-list.ts'
import type { Limits } from '../limits/limits.ts'
import { localLimits } from '../limits/local-limits.ts'
import { fakeExchange } from '../pipeline/exchange.fixture.ts'
import { flowOf, setUp, testPlugin } from '../pipeline/pipeline.fixture.ts'
import { contextOf } from '../plugins/compiled.fixture.ts'
import { identifying } from './identify.ts'
import { chargeQuota, type Quota } from './quota.ts'

const slot = (name: string, config: object) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })
const byClient = (config: object) => slot('RateLimit', { by: 'header', header: 'x-client', window: 60, ...config })

const routes = [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }]

interface Setting {
  /** The quota of the plan. */
  readonly quota?: Quota
  /** Slots after that of the plan. */
  readonly after?: readonly object[]
  readonly options?: object
}

/**
 * A gateway that believes the headers `x-client` and `x-subscription`. Clients of `credentials` have a credential with this
 * quota. Time stands still.
 */
function open({ quota, after = [], options = {} }: Setting) {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const time = { elapsed: 1e6, now }
  const credentials = new Map<string, Quota | undefined>()
  const believing = testPlugin({
    stage: 'identify',
    compile: (config, context) =>
      identifying(
        config,
        ({ headers }) => {
          const id = headers.get('x-client')
          if (id === undefined) return undefined
          const credential = { credential: { clientId: id, quota: credentials.get(id) } } as never
          const subscription = headers.get('x-subscription')
          return { id, plan: 'gold', subscription, ...(credentials.has(id) && { credential }) }
        },
        context,
      ),
  })
  let limits: Limits | undefined
  const { decide, gateway } = setUp(
    { routes, flows: [flowOf({ config: { quota, plan_ref: 'gold' } }, ...after)] } as never,
    {
      plugins: [believing],
      limits: {
        open(ports) {
          limits = localLimits().open({ ...ports, elapsed: () => time.elapsed })
          return limits
        },
      },
      clock: () => time.now,
      random: (bytes) => new Uint8Array(bytes).fill(255),
      ...options,
    },
  )
  async function send(client = 'ann', more: readonly string[] = []) {
    const headers = ['Host', 'shop.example', 'x-client', client, 'Accept', 'application/problem+json', ...more]
    const decided = await decide({ headers })
    const { answer } = decided
    gateway.pipeline.finish(decided, { status: answer?.status ?? 200, bytesIn: 0, bytesOut: 0 })
    const problem = answer && JSON.parse(String(answer.body))
    const header = (name: string) => answer && getHeader(answer.headers as string[], name)
    return { status: answer?.status ?? 200, problem, header, decided }
  }
  const used = () =>
    Object.fromEntries(limits!.calendarUse.drain().map((one) => [`${one.key} ${one.period}`, one.used]))
  return { send, used, time, credentials, limits: () => limits!, gateway }
}

describe('the quota of a plan', () => {
  it('refuses requests beyond a window, and tells which one, and when to come again', async () => {
    const { send } = open({ quota: { window: 60, perWindow: 2 } })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    const { status, problem, header } = await send()
    expect([status, header('retry-after')]).toEqual([429, '68'])
    expect(problem).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      'gateway-cause': 'errors.quota.exceeded',
      'violated-policies': ['window'],
    })
  })

  it('begins again with the day and month of the zone', async () => {
    const { send, time } = open({ quota: { perDay: 1, perMonth: 2 } })
    await send()
    const refused = await send()
    expect([refused.problem['violated-policies'], refused.header('retry-after')]).toEqual([['day'], '43200'])
    time.now += 12 * 3_600_000
    expect((await send()).status).toBe(200)
    time.now += 24 * 3_600_000
    expect((await send()).problem['violated-policies']).toEqual(['month'])
  })

  it('of 0 admits nothing', async () => {
    for (const quota of [{ window: 1, perWindow: 0 }, { perDay: 0 }, { perMonth: 0 }])
      expect((await open({ quota }).send()).status).toBe(429)
  })

  it('is that of each consumer, and of all consumers of a subscription', async () => {
    const { send, used } = open({ quota: { perDay: 1 } })
    expect([(await send('ann')).status, (await send('bob')).status, (await send('ann')).status]).toEqual([
      200, 200, 429,
    ])
    const subscribed = ['x-subscription', 's1']
    expect([(await send('ann', subscribed)).status, (await send('bob', subscribed)).status]).toEqual([200, 429])
    expect(used()).toEqual({
      'shop/gold//ann 2026-11-22': 1,
      'shop/gold//bob 2026-11-22': 1,
      'shop/gold/s1 2026-11-22': 1,
    })
  })

  it('does not concern drafts', () => {
    const limit = chargeQuota({ quota: { perDay: 0 } }, contextOf())
    const consumer = { id: 'ann' }
    expect(limit(fakeExchange({ consumer, draft: true }))).toBeUndefined()
    expect(limit(fakeExchange({ consumer }))).toMatchObject({ refuse: 'errors.quota.exceeded' })
  })

  it('does not concern consumers of other slots, and requests without a consumer', async () => {
    const { send, used, gateway } = open({ quota: { perDay: 1 }, after: [{ config: { quota: { perDay: 0 } } }] })
    expect((await send()).status).toBe(200)
    expect(Object.values(used())).toEqual([1])
    expect(gateway.explain({ url: 'http://shop.example/' }).outcome).toBe('route')
  })
})

describe('the quota of a credential', () => {
  it('replaces that of its plan, and what was used stays used when it changes', async () => {
    const { send, credentials } = open({ quota: { perDay: 1 } })
    credentials.set('ann', { perDay: 3, window: 60, perWindow: 3 })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    credentials.set('ann', { perDay: 9, window: 3600, perWindow: 3 })
    expect([(await send()).status, (await send()).problem['violated-policies']]).toEqual([200, ['window']])
    credentials.set('ann', { perDay: 3 })
    expect((await send()).problem['violated-policies']).toEqual(['day'])
    credentials.set('ann', undefined)
    expect((await send()).status).toBe(200)
  })
})

describe('a refused request', () => {
  it('consumes nothing anywhere: burst comes first, then window, day and month', async () => {
    const { send, used, time } = open({
      quota: { window: 60, perWindow: 10, perDay: 10, perMonth: 2 },
      after: [byClient({ rate: 100 }), byClient({ rate: 3, strict: true })],
    })
    for (const status of [200, 200, 429, 429]) expect((await send()).status).toBe(status)
    expect(used()).toEqual({ 'shop/gold//ann 2026-11-22': 2, 'shop/gold//ann 2026-11': 2 })
    time.now += 10 * 24 * 3_600_000
    expect((await send()).status).toBe(200)
    expect((await send()).problem['violated-policies']).toEqual(['rate-2'])
    expect(used()).toEqual({ 'shop/gold//ann 2026-12-02': 1, 'shop/gold//ann 2026-12': 1 })
  })

  it('leaves what was used equal to what was admitted, after any requests', async () => {
    const few = option(integer({ min: 0, max: 6 }), { nil: undefined })
    const setting = record({ perWindow: few, perDay: few, perMonth: few, rate: integer({ min: 1, max: 5 }) })
    const steps = array(record({ client: constantFrom('ann', 'bob'), pause: constantFrom(0, 0, 1, 700, 90_000_000) }))
    await assert(
      asyncProperty(setting, steps, async ({ rate, ...quota }, all) => {
        const { send, used, time, limits } = open({
          quota: { window: 1, ...quota } as Quota,
          after: [byClient({ rate, window: 1 }), slot('ConcurrencyLimit', { max: 1 })],
        })
        const admitted = new Map<string, number>()
        for (const { client, pause } of all) {
          time.now += pause
          time.elapsed += pause
          if ((await send(client)).status !== 200) continue
          const day = new Date(time.now).toISOString()
          if (quota.perDay !== undefined) add(admitted, `shop/gold//${client} ${day.slice(0, 10)}`)
          if (quota.perMonth !== undefined) add(admitted, `shop/gold//${client} ${day.slice(0, 7)}`)
        }
        expect(used()).toEqual(Object.fromEntries(admitted))
        expect(limits().calendarUse.drain()).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('is told what is left, and that others got their share back', async () => {
    const { send } = open({
      quota: { perDay: 0 },
      after: [byClient({ rate: 9 })],
      options: { legacyRateLimitHeaders: true },
    })
    const { header } = await send()
    expect(header('ratelimit-policy')).toBe('"rate";q=9;w=60, "day";q=0;w=86400')
    expect(header('ratelimit')).toBe('"day";r=0;t=43200')
    const legacy = ['limit', 'remaining', 'reset'].map((name) => header(`x-ratelimit-${name}`))
    expect(legacy).toEqual(['0', '0', '43200'])
  })
})

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
