import { describe, expect, it } from 'vitest'
import { localLimits } from '../../limits/local-limits.ts'
import { setRateLimitFields } from '../../limits/rate-limit-fields.ts'
import { overLimit } from '../../limits/refusals.ts'
import { fakeExchange, fakeHead, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import type { Hooks } from '../../plugin-api/hooks.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { compiled } from '../compiled.fixture.ts'

const defaults = { rate: 10, window: 1, burst: 0, strict: false, observe: false, by: 'route' }

/** Slots of one route, and a clock for them. */
function limits(...configs: readonly object[]) {
  let now = 5000
  const plugin = 'cp:gateway.next.plugins.RateLimit'
  const slots = configs.map((config) => ({
    ...{ plugin, enabled: true, include: [], exclude: [] },
    config: { ...defaults, ...config },
  }))
  const route = fakeRoute({ plugins: slots })
  const all: Hooks[] = slots.map((slot) =>
    compiled('RateLimit', slot.config as never, {
      slot: slot as never,
      route,
      clock: () => now,
      limits: localLimits(),
    }),
  )
  /** Sends a request through the slots, up to the first refusal. */
  function send(request: object = {}) {
    const exchange = fakeExchange({ route, ...request })
    const verdict = all.map(({ request: ask }) => ask!(exchange)).find((one) => one !== undefined)
    const head = fakeHead()
    setRateLimitFields(head.headers, exchange.charges ?? [], false)
    return { refused: verdict as Refused | undefined, headers: head.headers, exchange }
  }
  return { send, advance: (ms: number) => (now += ms) }
}

describe('RateLimit', () => {
  it('refuses requests beyond the rate, and says when to come again', () => {
    const { send, advance } = limits({ rate: 2, window: 60 })
    expect([send().refused, send().refused]).toEqual([undefined, undefined])
    expect(send().refused).toEqual({
      ...{ refuse: 'errors.rate.limit.exceeded', violated: ['rate'] },
      headers: ['Retry-After', '30'],
    })
    advance(29_999)
    expect(send().refused?.headers).toEqual(['Retry-After', '1'])
    advance(1)
    expect(send().refused).toBeUndefined()
  })

  it('with strict admits no more than the rate in any window', () => {
    const { send, advance } = limits({ rate: 2, window: 60, burst: 5, strict: true })
    expect([send(), send(), send()].map(({ refused }) => refused?.refuse)).toEqual([
      undefined,
      undefined,
      'errors.rate.limit.exceeded',
    ])
    // The random byte of the context is 128: half a tenth later than a unit is free.
    expect(send().refused?.headers).toEqual(['Retry-After', '65'])
    advance(60_000)
    expect(send().refused?.headers).toEqual(['Retry-After', '2'])
    advance(1000)
    expect(send().refused).toBeUndefined()
  })

  it('tells what is left, on responses and on refusals', () => {
    const { send } = limits({ rate: 2, window: 60, burst: 1 })
    expect(send().headers.get('ratelimit-policy')).toBe('"rate";q=3;w=60')
    expect(send().headers.get('ratelimit')).toBe('"rate";r=1;t=60')
    send()
    expect(send().headers.get('ratelimit')).toBe('"rate";r=0;t=90')
  })

  it('tells about several limits: all policies, and the one with the least share left', () => {
    const { send } = limits({ rate: 10 }, { rate: 100, window: 60 })
    const { headers } = send()
    expect(headers.get('ratelimit-policy')).toBe('"rate";q=10;w=1, "rate-2";q=100;w=60')
    expect(headers.get('ratelimit')).toBe('"rate";r=9;t=1')
  })

  it.each([
    ['the address', { by: 'ip' }, { address: '192.0.2.1' }, { address: '192.0.2.2' }],
    [
      'a header',
      { by: 'header', header: 'X-Tenant' },
      { headers: fakeHead(['X-Tenant', 'a']).headers.list },
      { headers: fakeHead(['X-Tenant', 'b']).headers.list },
    ],
    ['the consumer', { by: 'consumer' }, { consumer: { id: 'ann' } }, { consumer: { id: 'bob' } }],
  ])('counts by %s', (_, config, one, other) => {
    const { send } = limits({ rate: 1, ...config })
    expect([send(one), send(other), send(one)].map(({ refused }) => refused === undefined)).toEqual([true, true, false])
  })

  it('with observe refuses nothing, and marks what it would refuse', () => {
    const { send } = limits({ rate: 1, observe: true })
    const [first, second] = [send(), send()]
    expect([first.refused, second.refused]).toEqual([undefined, undefined])
    expect([first.exchange.state.has(overLimit), second.exchange.state.has(overLimit)]).toEqual([false, true])
  })
})
