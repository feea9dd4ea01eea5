import type { GatewayUnit, JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { good, hs256, NOW, tokenOf } from '../../consumers/tokens/tokens.fixture.ts'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const secret = 'a secret of more than thirty-two bytes'
const token = tokenOf({ alg: 'HS256' }, good, hs256(secret))

/** Sends a request through the plugin: who was identified, or why nobody was. */
async function identify(config: JsonObject, headers: readonly string[], units: readonly GatewayUnit[] = []) {
  const hooks = compiled('JwtUserExtractor', { secret, plan_ref: 'gold', mandatory: false, ...config }, { units })
  const exchange = fakeExchange({ headers, now: NOW })
  const verdict = await hooks.request?.(exchange)
  return { verdict, consumer: exchange.consumer, denied: exchange.denied?.refuse }
}

const subscription = (more: object = {}): GatewayUnit => ({
  ...{ kind: 'subscription', key: 's-1', revision: 1 },
  value: {
    id: 's-1',
    api_ref: 'shop',
    plan_ref: 'gold',
    owner_ref: 'ann',
    enabled: true,
    token_refs: [],
    ...more,
  } as never,
})

describe('a JSON Web Token', () => {
  it.each([
    ['Bearer', ['Authorization', `Bearer ${token}`], {}],
    ['bearer', ['Authorization', `bearer  ${token}`], {}],
    ['BEARER in another header', ['X-Token', `BEARER ${token}`], { header: 'X-Token' }],
    ['no scheme in another header', ['X-Token', token], { header: 'X-Token' }],
  ])('is read with the scheme %s', async (_, headers, config) => {
    expect(await identify(config, headers)).toEqual({ consumer: { id: 'ann', plan: 'gold' } })
  })

  it.each([
    ['another scheme', ['Authorization', 'Basic YTpi']],
    ['an API key', ['Authorization', 'Bearer id:secret']],
    ['no token', ['Authorization', 'Bearer ']],
    ['no scheme', ['Authorization', token]],
    ['another header', ['X-Token', token]],
  ])('is not there with %s', async (_, headers) => {
    expect(await identify({}, headers)).toEqual({})
    expect((await identify({ mandatory: true }, headers)).verdict).toEqual({ refuse: 'errors.credentials.missing' })
  })

  it('that is invalid is remembered for those who require a consumer', async () => {
    const headers = ['Authorization', 'Bearer nonsense']
    expect(await identify({}, headers)).toEqual({ denied: 'errors.credentials.invalid' })
    expect((await identify({ mandatory: true }, headers)).verdict).toEqual({ refuse: 'errors.credentials.invalid' })
  })

  it('is refused beside another, which the backend could read instead', async () => {
    const headers = ['Authorization', `Bearer ${token}`, 'Authorization', 'Bearer other']
    expect(await identify({}, headers)).toEqual({ denied: 'errors.credentials.invalid' })
  })

  it('identifies by the claim of the configuration, never by an inherited one', async () => {
    const client = tokenOf({ alg: 'HS256' }, { ...good, azp: 'app', odd: 7, none: '' }, hs256(secret))
    const headers = ['Authorization', `Bearer ${client}`]
    expect((await identify({ id_claim: 'azp' }, headers)).consumer?.id).toBe('app')
    for (const id_claim of ['missing', 'odd', 'none', 'toString', '__proto__', 'constructor'])
      expect(await identify({ id_claim }, headers)).toEqual({ denied: 'errors.credentials.invalid' })
  })
})

describe('the subscription of the consumer', () => {
  const headers = ['Authorization', `Bearer ${token}`]
  const required = { requireSubscription: true }

  it('is that of its owner to the plan', async () => {
    const { consumer } = await identify(required, headers, [subscription()])
    expect(consumer).toEqual({ id: 'ann', plan: 'gold', subscription: 's-1' })
  })

  it('is that of the subject, if it names one', async () => {
    const named = subscription({ owner_ref: 'app', subject: 'ann' })
    expect((await identify(required, headers, [named])).consumer).toMatchObject({ id: 'ann', subscription: 's-1' })
    const other = subscription({ owner_ref: 'ann', subject: 'bob' })
    expect(await identify(required, headers, [other])).toEqual({ denied: 'errors.consumer.forbidden' })
  })

  it.each([
    ['waits', { approval: 'waiting', enabled: false }],
    ['was refused', { approval: 'refused', enabled: false, dates: { closed_at: 1 } }],
    ['was withdrawn', { enabled: false, dates: { closed_at: 1 } }],
  ] as const)('neither admits nor refuses while it %s', async (_, more) => {
    const asked = subscription({ owner_ref: 'app', subject: 'ann', ...more })
    expect((await identify({}, headers, [asked])).consumer).toEqual({ id: 'ann', plan: 'gold' })
    expect(await identify(required, headers, [asked])).toEqual({ denied: 'errors.consumer.forbidden' })
  })

  it.each([
    ['paused', { enabled: false }, 'errors.subscription.paused'],
    ['closed', { dates: { closed_at: 1 } }, 'errors.subscription.closed'],
  ])('refuses while it is %s', async (_, more, cause) => {
    expect(await identify({}, headers, [subscription(more)])).toEqual({ denied: cause })
  })

  it.each([
    ['of another owner', subscription({ owner_ref: 'bob' })],
    ['to another plan', subscription({ plan_ref: 'silver' })],
    ['to another API', subscription({ api_ref: 'crm' })],
  ])('is needed only where the plan requires it: %s', async (_, unit) => {
    expect((await identify({}, headers, [unit])).consumer).toEqual({ id: 'ann', plan: 'gold' })
    expect(await identify(required, headers, [unit])).toEqual({ denied: 'errors.consumer.forbidden' })
  })

  it('can be required in a flow by nobody, since a flow has no plan', async () => {
    const found = await identify({ ...required, plan_ref: undefined as never }, headers, [subscription()])
    expect(found.denied).toBe('errors.consumer.forbidden')
  })
})
