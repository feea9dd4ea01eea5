import { createSignalbox, type ScriptEngine, type ScriptEngines } from '@signalbox/core'
import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { GatewayFeatures } from '../../engines/engines.ts'
import { fakeExchange, fakeHead } from '../../pipeline/exchange.fixture.ts'
import { compiled, contextOf } from '../compiled.fixture.ts'
import { featureGate } from './code.ts'

const active: GatewayFeatures = { isActive: () => true, explain: () => ({ reason: 'STATIC' }) }
const inactive: GatewayFeatures = { isActive: () => false, explain: () => ({ reason: 'DISABLED' }) }
const unknown: GatewayFeatures = { isActive: () => false, explain: () => undefined }
const scripted = (more: Partial<GatewayFeatures>): GatewayFeatures => ({
  isActive: () => false,
  explain: () => ({ reason: 'DEFAULT', strategy: 'SCRIPT' }),
  ...more,
})

const gateOf = (features: GatewayFeatures, config: JsonObject = {}, reported: unknown[] = []) =>
  compiled('FeatureGate', { feature: 'shop:express', ...config }, { engines: { features }, reported })
const refused = { refuse: 'errors.feature.inactive', status: 404 }

/** Features of a Signalbox with one feature. */
async function boxWith(feature: object, scripts: ScriptEngines = {}) {
  const box = createSignalbox({ scripts })
  onTestFinished(() => box.close())
  await box.features.create({ body: { id: 'shop:express', enabled: true, ...feature } as never })
  return box
}

describe('FeatureGate', () => {
  it.each<[what: string, features: GatewayFeatures, config: JsonObject, verdict: object | undefined]>([
    ['an active feature', active, {}, undefined],
    ['an inactive feature', inactive, {}, refused],
    ['a feature that does not exist', unknown, {}, refused],
    ['an active feature, with negate', active, { negate: true }, refused],
    ['an inactive feature, with negate', inactive, { negate: true }, undefined],
    ['a feature that does not exist, with negate', unknown, { negate: true }, undefined],
    ['an inactive feature, with a status', inactive, { status: 403 }, { ...refused, status: 403 }],
  ])('decides by %s', (_, features, config, verdict) => {
    expect(gateOf(features, config).request!(fakeExchange())).toEqual(verdict)
  })

  it('evaluates the feature for the client, the context of the slot, and the request', () => {
    const isActive = vi.fn(() => true)
    const config = { client: { from: 'header', name: 'X-User' }, context: { tier: 'gold', path: '/no' } }
    const { request } = gateOf({ ...active, isActive }, config)
    request!(fakeExchange({ headers: ['x-user', 'ada'] }))
    request!(fakeExchange())
    const told = { tier: 'gold', path: '/orders/7', method: 'GET', host: 'api.example' }
    expect(isActive.mock.calls).toEqual([
      ['shop:express', { id: 'ada', ...told }],
      ['shop:express', told],
    ])
  })

  it('gives each client the side that the feature gives it', async () => {
    const box = await boxWith({ activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ada'] } })
    const { request } = gateOf(box, { client: { from: 'query', name: 'user' } })
    const verdictOf = async (query: string) => request!(fakeExchange({ query }))
    expect(await Promise.all(['?user=ada', '?user=bob', ''].map(verdictOf))).toEqual([undefined, refused, refused])
  })

  it('refuses clients for which the feature cannot be evaluated, with negate too', async () => {
    const box = await boxWith({ activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ada'] } })
    const gate = gateOf(box, { client: { from: 'query', name: 'user' }, negate: true })
    const queries = ['?user=ada', '', '?user=', `?user=${'a'.repeat(300)}`, '?user=bob']
    const sides = [refused, refused, refused, refused, undefined]
    expect(await Promise.all(queries.map((query) => gate.request!(fakeExchange({ query }))))).toEqual(sides)
    expect(queries.map((query) => gate.preview!(fakeExchange({ query })))).toEqual(sides)
    const exchange = fakeExchange()
    gate.request!(exchange)
    expect(exchange.releases).toEqual([{ feature: 'shop:express', reason: 'ERROR' }])
  })

  it.each([
    [{ from: 'header', name: 'X-User' }, { vary: 'X-User' }],
    [{ from: 'cookie', name: 'user' }, { vary: 'Cookie' }],
    [{ from: 'ip' }, { 'cache-control': 'private' }],
    [{ from: 'consumer' }, { 'cache-control': 'private' }],
    [{ from: 'query', name: 'user' }, {}],
  ])('keeps caches from giving responses and refusals to other clients: %o', (client, expected: object) => {
    const { response, onRefusal } = gateOf(active, { client })
    const head = fakeHead()
    response!(fakeExchange(), head)
    const { headers } = head
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual(
      ['vary', 'cache-control'].map((name) => (expected as Record<string, string>)[name]),
    )
    expect(onRefusal).toBe(true)
  })

  it('runs before consumers are identified, unless they are the clients', () => {
    const stage = featureGate.stage as (config: object) => string
    expect(stage({ client: { from: 'consumer' } })).toBe('authorize')
    expect([stage({}), stage({ client: { from: 'ip' } })]).toEqual(['admit', 'admit'])
  })

  it('cannot be compiled without features', () => {
    expect(() => compiled('FeatureGate', { feature: 'f' })).toThrow('pass `features` to createGateway')
  })

  it('notes what it decided', () => {
    const exchange = fakeExchange()
    for (const features of [active, inactive, unknown]) gateOf(features).request!(exchange)
    expect(exchange.releases).toEqual([
      { feature: 'shop:express', active: true },
      { feature: 'shop:express', active: false, reason: 'DISABLED' },
      { feature: 'shop:express', active: false, reason: 'UNKNOWN' },
    ])
  })
})

describe('a feature with a script', () => {
  it.each([true, false])('is asked for: %s', async (isActive) => {
    const reason = 'TARGETING_MATCH'
    const engines: GatewayFeatures[] = [
      scripted({ decide: async () => ({ active: isActive, explanation: { reason } }) }),
      scripted({ features: { checkWith: async () => ({ active: isActive, explanation: { reason } }) } }),
    ]
    for (const features of engines)
      for (const negate of [false, true])
        expect(await gateOf(features, { negate }).request!(fakeExchange())).toEqual(
          isActive === negate ? refused : undefined,
        )
  })

  it('is decided by the scripts of a Signalbox', async () => {
    const javascript: ScriptEngine = {
      run: async ({ context }) =>
        context.id === 'broken'
          ? { active: true, logs: [], error: { code: 'EXCEPTION', message: 'no' } }
          : { active: context.id === 'ada', logs: [] },
      check: async () => undefined,
      close: async () => {},
    }
    const parameters = { type: 'javascript', script: 'function enabled() {}' }
    const box = await boxWith({ activationStrategy: 'SCRIPT', parameters }, { javascript })
    const { request } = gateOf(box, { client: { from: 'query', name: 'user' } })
    const verdictOf = async (query: string) => request!(fakeExchange({ query }))
    expect(await Promise.all(['?user=ada', '?user=bob', '?user=broken'].map(verdictOf))).toEqual([
      ...[undefined, refused, refused],
    ])
  })

  it.each<[what: string, more: Partial<GatewayFeatures>]>([
    ['cannot be asked for', {}],
    ['fails', { decide: () => Promise.reject(new Error('no')) }],
    ['throws', { decide: async () => ({ active: false, explanation: { reason: 'ERROR' } }) }],
  ])('that %s is refused, with negate too, and reported', async (_, more) => {
    for (const negate of [false, true]) {
      const reported: unknown[] = []
      const exchange = fakeExchange()
      expect(await gateOf(scripted(more), { negate }, reported).request!(exchange)).toEqual(refused)
      expect(reported).toHaveLength(1)
      expect(exchange.releases).toEqual([{ feature: 'shop:express', reason: 'SCRIPT' }])
    }
  })

  it('is refused after 50 milliseconds', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const verdict = gateOf(scripted({ decide: () => new Promise(() => {}) }), { negate: true }).request!(fakeExchange())
    await vi.advanceTimersByTimeAsync(50)
    expect(await verdict).toEqual(refused)
  })

  it.each([true, false])('is asked for, whatever its last result in memory: %s', async (isActive) => {
    const decide = vi.fn(async () => ({ active: !isActive, explanation: { reason: 'TARGETING_MATCH' } }))
    const feature = (enabled: boolean) => () => ({ enabled, activationStrategy: 'GLOBAL_SCRIPT' })
    const remembered = { isActive: () => isActive, explain: () => ({ reason: 'DISABLED' }), decide }
    const { request } = gateOf({ ...remembered, feature: feature(true) })
    expect(await request!(fakeExchange())).toEqual(isActive ? refused : undefined)
    decide.mockRejectedValue(new Error('no'))
    expect(await request!(fakeExchange())).toEqual(refused)
    const calls = decide.mock.calls.length
    gateOf({ ...remembered, feature: feature(false) }).request!(fakeExchange())
    expect(decide.mock.calls.length).toBe(calls)
  })

  it('is asked for at most 20 times at once for an address, and leaves room for others and other features', async () => {
    const asked: string[] = []
    const decide = (id: string) => {
      asked.push(id)
      return new Promise<never>(() => {})
    }
    const features = scripted({ decide })
    const context = contextOf({ engines: { features } })
    const ask = (feature: string, address: string) => {
      const config = { feature, negate: false, status: 404 }
      return featureGate.compile(config, context).request!(fakeExchange({ address }))
    }
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const waiting = Array.from({ length: 300 }, (_, i) => ask('a', `2001:db8::${i}`))
    expect(asked).toHaveLength(20)
    waiting.push(ask('a', '192.0.2.7'), ask('b', '2001:db8::1'))
    expect(asked.slice(20)).toEqual(['a', 'b'])
    for (let i = 0; i < 300; i++) waiting.push(ask('a', `198.51.100.${i}`))
    expect(asked.filter((id) => id === 'a')).toHaveLength(200)
    waiting.push(ask('b', '192.0.2.7'))
    expect(asked.at(-1)).toBe('b')
    await vi.advanceTimersByTimeAsync(50)
    for (const verdict of await Promise.all(waiting)) expect(verdict).toEqual(refused)
  })

  it('is asked for at most 200 times at once', async () => {
    let asked = 0
    const answers: (() => void)[] = []
    const decide = () =>
      new Promise<never>((_, reject) => {
        asked++
        answers.push(() => reject(new Error('no')))
      })
    const { request } = gateOf(scripted({ decide }))
    const verdicts = Array.from({ length: 300 }, (_, i) => request!(fakeExchange({ address: `192.0.2.${i}` })))
    expect(asked).toBe(200)
    for (const answer of answers) answer()
    expect(new Set(await Promise.all(verdicts))).toEqual(new Set([refused]))
    const again = request!(fakeExchange())
    expect(asked).toBe(201)
    answers.at(-1)!()
    await again
  })

  it('that is disabled is not asked for', () => {
    const decide = vi.fn()
    const features = scripted({ decide, explain: () => ({ reason: 'DISABLED', strategy: 'SCRIPT' }) })
    expect(gateOf(features).request!(fakeExchange())).toEqual(refused)
    expect(decide).not.toHaveBeenCalled()
  })
})

describe('while features load', () => {
  it('requests wait, with negate too', async () => {
    let loaded = () => {}
    const ready = () => new Promise<void>((resolve) => (loaded = resolve))
    const isActive = vi.fn(() => true)
    const { request } = gateOf({ ...active, isActive, ready }, { negate: true })
    const first = request!(fakeExchange())
    expect(isActive).not.toHaveBeenCalled()
    loaded()
    expect(await first).toEqual(refused)
    expect(request!(fakeExchange())).toEqual(refused)
  })

  it('requests are refused after 50 milliseconds', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const verdict = gateOf({ ...active, ready: () => new Promise(() => {}) }).request!(fakeExchange())
    await vi.advanceTimersByTimeAsync(50)
    expect(await verdict).toEqual(refused)
  })

  it('a failure is tried again by the next request', async () => {
    const ready = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue(undefined)
    const reported: unknown[] = []
    const { request } = gateOf({ ...active, ready }, {}, reported)
    await expect.poll(() => reported).toHaveLength(1)
    expect(await request!(fakeExchange())).toBeUndefined()
    expect(request!(fakeExchange())).toBeUndefined()
  })
})

describe('an explanation', () => {
  const previewOf = (features: GatewayFeatures, config: JsonObject = {}, request: object = {}) => {
    const exchange = fakeExchange(request)
    return [gateOf(features, config).preview!(exchange), exchange.releases?.[0]]
  }
  const feature = 'shop:express'

  it('tells the feature, whether it is active, and why', () => {
    expect(previewOf(active)).toEqual([undefined, { feature, active: true, reason: 'STATIC' }])
    expect(previewOf(inactive)).toEqual([refused, { feature, active: false, reason: 'DISABLED' }])
    expect(previewOf(unknown)).toEqual([refused, { feature, active: false, reason: 'UNKNOWN' }])
  })

  it('runs no script, and leaves open what it would decide', () => {
    const decide = vi.fn()
    expect(previewOf(scripted({ decide }))).toEqual([undefined, { feature, reason: 'SCRIPT' }])
    expect(decide).not.toHaveBeenCalled()
  })

  it('leaves open what depends on the consumer', () => {
    const config = { client: { from: 'consumer' } }
    expect(previewOf(inactive, config)).toEqual([undefined, { feature, reason: 'CONSUMER' }])
    expect(previewOf(inactive, config, { consumer: { id: 'acme' } })[0]).toEqual(refused)
  })
})
