import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeRoute } from '../pipeline/exchange.fixture.ts'
import { contextOf } from '../plugins/compiled.fixture.ts'
import type { Identified } from './identified.ts'
import { identifying } from './identify.ts'

const prefix = 'cp:gateway.next.plugins.'
const route = fakeRoute({
  plugins: [
    { plugin: `${prefix}ApikeyCalls`, enabled: true, config: {} },
    { plugin: `${prefix}JwtUserExtractor`, enabled: true, config: {} },
  ],
})

/** Lets plugins look one after the other. Returns the exchange, and the last verdict. */
function run(looks: readonly Identified[], mandatory = false) {
  const exchange = fakeExchange({ route })
  let verdict: unknown
  for (const found of looks) verdict = identifying({ mandatory }, () => found, contextOf()).request!(exchange)
  return { exchange, verdict }
}

const expired = { refuse: 'errors.credentials.expired' } as const
const invalid = { refuse: 'errors.credentials.invalid' } as const

describe('a plugin that identifies consumers', () => {
  it('passes requests without credentials, and with invalid ones, to the next plugin', () => {
    const { exchange, verdict } = run([undefined, expired, invalid])
    expect([verdict, exchange.consumer, exchange.denied]).toEqual([undefined, undefined, expired])
  })

  it('tells the backend who calls, whatever was invalid before', () => {
    const { exchange } = run([expired, { id: 'acme' }])
    expect([exchange.consumer, exchange.out.list]).toEqual([{ id: 'acme' }, ['Gateway-Consumer-Id', 'acme']])
  })

  it('does not look once a consumer is known', () => {
    const { exchange } = run([{ id: 'acme' }, { id: 'other' }, expired])
    expect([exchange.consumer?.id, exchange.denied]).toEqual(['acme', undefined])
  })

  it('replaces the consumer of a slot without a plan by that of a plan, also for the backend', () => {
    const planned = { plugin: 'b', enabled: true, include: [], exclude: [], config: { plan_ref: 'gold' } }
    const free = { ...planned, plugin: 'a', config: {} }
    const known = fakeRoute({ plugins: [free, planned] })
    const user = { id: 'ann', subscription: 's-1' }
    const key = { id: 'acme', plan: 'gold', clientId: 'key' }
    const byUser = identifying({}, () => user, contextOf({ route: known, slot: free }))
    const byKey = identifying(
      { mandatory: false, plan_ref: 'gold' },
      () => key,
      contextOf({ route: known, slot: planned }),
    )
    for (const order of [
      [byUser, byKey],
      [byKey, byUser],
    ]) {
      const exchange = fakeExchange({ route: known })
      for (const { request } of order) expect(request!(exchange)).toBeUndefined()
      expect([exchange.consumer, exchange.identifiedBy]).toEqual([key, planned])
      expect(exchange.out.list).toEqual([
        ...['Gateway-Consumer-Id', 'acme', 'Gateway-Plan-Id', 'gold', 'Gateway-Client-Id', 'key'],
      ])
    }
  })

  it('checks its credentials also if a consumer is known, if it is mandatory', () => {
    const exchange = fakeExchange({ route, consumer: { id: 'acme' } })
    const check = (found: Identified) => identifying({}, () => found, contextOf()).request!(exchange)
    expect(check(undefined)).toMatchObject({ refuse: 'errors.credentials.missing' })
    expect(check(invalid)).toMatchObject(invalid)
    expect([check({ id: 'other' }), exchange.consumer]).toEqual([undefined, { id: 'acme' }])
  })

  it('waits for a look that takes its time', async () => {
    const exchange = fakeExchange({ route })
    await identifying({}, async () => ({ id: 'acme' }), contextOf()).request!(exchange)
    expect(exchange.consumer?.id).toBe('acme')
  })

  it('refuses at once if it is mandatory, with a challenge for each kind of credentials', () => {
    const headers = [
      ...['WWW-Authenticate', 'Basic realm="shop", charset="UTF-8"'],
      ...['WWW-Authenticate', 'Bearer realm="shop"'],
    ]
    expect(run([undefined], true).verdict).toEqual({ refuse: 'errors.credentials.missing', headers })
    expect(run([expired], true).verdict).toEqual({ refuse: 'errors.credentials.expired', headers })
  })
})

describe('a refusal', () => {
  const refusedWith = (found: Identified) => run([found], true).verdict

  it('says why a bearer token is invalid', () => {
    expect(refusedWith({ ...expired, bearer: { error: 'invalid_token' } })).toEqual({
      ...expired,
      headers: [
        ...['WWW-Authenticate', 'Basic realm="shop", charset="UTF-8"'],
        ...['WWW-Authenticate', 'Bearer realm="shop", error="invalid_token"'],
      ],
    })
  })

  it('says which scopes a bearer token lacks, and nothing of other credentials', () => {
    const refuse = 'errors.scope.insufficient'
    expect(refusedWith({ refuse, bearer: { error: 'insufficient_scope', scope: 'read write' } })).toEqual({
      refuse,
      headers: ['WWW-Authenticate', 'Bearer realm="shop", error="insufficient_scope", scope="read write"'],
    })
  })

  it('has no challenge if other credentials would not help, and does not show whom it concerns', () => {
    expect(refusedWith({ refuse: 'errors.subscription.paused', consumer: { id: 'acme' } })).toEqual({
      refuse: 'errors.subscription.paused',
    })
    const headers = ['Retry-After', '60']
    expect(refusedWith({ refuse: 'errors.attempts.exceeded', headers })).toEqual({
      refuse: 'errors.attempts.exceeded',
      headers,
    })
  })
})
