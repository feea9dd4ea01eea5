import type { GatewayUnit, JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { apiUnit, type ConsumerOf, consumer } from '../../consumers/units.fixture.ts'
import { fakeExchange, fakeRoute, headersOver } from '../../pipeline/exchange.fixture.ts'
import { costOf } from '../../suite/cost.fixture.ts'
import { compiled, consumersOf } from '../compiled.fixture.ts'

const prefix = 'cp:gateway.next.plugins.'
const plans = [apiUnit('shop', ['gold', 'silver', { id: 'old', status: 'closed' }]), apiUnit('other', ['gold'])]
const base64 = (text: string) => Buffer.from(text).toString('base64')
const basic = (text: string) => ['Authorization', `Basic ${base64(text)}`]

interface Scene {
  readonly config?: JsonObject
  readonly consumers?: readonly ConsumerOf[]
  readonly route?: object
}

/** A slot of the plan `gold`, and a function that sends requests through it. */
function setUp({ config = {}, consumers = [{}], route = {} }: Scene = {}) {
  const settings = { mandatory: false, plan_ref: 'gold', ...config }
  const plugins = [{ plugin: `${prefix}ApikeyCalls`, enabled: true, config: settings }]
  const whole = fakeRoute({ plugins, ...route })
  const units: GatewayUnit[] = [...plans, ...consumers.flatMap(consumer)]
  const hooks = compiled('ApikeyCalls', settings, { route: whole, units })
  return (headers: readonly string[] = [], more: object = {}) => {
    const exchange = fakeExchange({ headers, out: headersOver(passedOn(headers)), route: whole, now: 1000, ...more })
    const verdict = hooks.request!(exchange)
    return { exchange, verdict, caller: exchange.consumer?.clientId, cause: exchange.denied?.refuse }
  }
}

/** Without the credentials of the gateway, which are not for the backend. */
const passedOn = (headers: readonly string[]) =>
  headers.filter((_, i) => !/^gateway-client-(id|secret)$/i.test(headers[i - (i % 2)] as string))

const sent = ['Gateway-Client-Id', 'key-1', 'Gateway-Client-Secret', 'secret-1']

describe('an API key', () => {
  it.each<[place: string, headers: readonly string[], config?: JsonObject]>([
    ['the two headers', sent],
    [
      'headers with other names',
      ['x-id', 'key-1', 'x-secret', 'secret-1'],
      { extractors: { client_id_header: 'X-Id', client_secret_header: 'X-Secret' } },
    ],
    [
      'headers with names like the usual ones',
      ['gateway-client-key', 'key-1', 'gateway-client-token', 'secret-1'],
      { extractors: { client_id_header: 'Gateway-Client-Key', client_secret_header: 'Gateway-Client-Token' } },
    ],
    ['HTTP Basic', basic('key-1:secret-1')],
    ['HTTP Basic in any case', ['authorization', `bAsIc ${base64('key-1:secret-1')}`]],
    ['a bearer token', ['Authorization', 'Bearer key-1:secret-1']],
    ['a bearer token in any case', ['Authorization', 'BEARER  key-1:secret-1']],
    ['X-API-Key', ['X-API-Key', 'key-1:secret-1']],
  ])('identifies its consumer in %s, and the backend does not get it', (_, headers, config = {}) => {
    const { exchange, verdict } = setUp({ config })([...headers, 'X-A', '1'])
    expect([verdict, exchange.denied, exchange.consumer]).toMatchObject([
      ...[undefined, undefined],
      { id: 'acme', plan: 'gold', subscription: 'of-key-1', clientId: 'key-1' },
    ])
    expect(exchange.out.list.filter((name) => name !== 'Gateway-Client-Id')).toEqual([
      ...['X-A', '1', 'Gateway-Consumer-Id', 'acme', 'Gateway-Subscription-Id', 'of-key-1'],
      ...['Gateway-Plan-Id', 'gold', 'key-1'],
    ])
  })

  it('identifies its consumer in the query, if that is on; log and backend do not get it', () => {
    const query = '?a=1&client%5Fid=key-1&b=%20&client_secret=secret%2D1&'
    const config = { extractors: { query: true } }
    expect(setUp()([], { query })).toMatchObject({ caller: undefined, cause: undefined })
    const { caller, exchange } = setUp({ config })([], { query })
    expect([caller, exchange.query]).toEqual(['key-1', '?a=1&b=%20&'])
    const wrong = setUp({ config })([], { query: query.replace('secret%2D1', 'wrong') })
    expect([wrong.cause, wrong.exchange.query]).toEqual(['errors.credentials.invalid', '?a=1&b=%20&'])
    const { exchange: other } = setUp({ config })(sent, { query })
    expect([other.consumer?.clientId, other.query]).toEqual(['key-1', '?a=1&b=%20&'])
    const { exchange: skipped } = setUp({ config })([], { query, consumer: { id: 'ann' } })
    expect([skipped.consumer?.id, skipped.query]).toEqual(['acme', '?a=1&b=%20&'])
    for (const part of ['client_id=key-1', 'client_secret=secret-1'])
      expect(setUp({ config })([], { query: `?${part}` }).cause).toBeUndefined()
  })

  it('reaches the backend if it is told to', () => {
    const send = setUp({ config: { wipe_backend_request: false, extractors: { query: true } } })
    const { out } = send(sent).exchange
    expect([out.all('gateway-client-id'), out.all('gateway-client-secret')]).toEqual([['key-1'], ['secret-1']])
    expect(send(basic('key-1:secret-1')).exchange.out.list).toEqual(expect.arrayContaining(basic('key-1:secret-1')))
    const query = '?client_id=key-1&client_secret=secret-1'
    // URLs end up in logs.
    expect(send([], { query })).toMatchObject({ caller: 'key-1', exchange: { query: '' } })
  })

  it('is looked for in one place after another, and the first that holds something decides', () => {
    const send = setUp({
      consumers: [{}, { clientId: 'key-2', secret: 'secret-2' }],
      config: { extractors: { query: true } },
    })
    const wrong = ['Gateway-Client-Id', 'key-1', 'Gateway-Client-Secret', 'wrong']
    const other = basic('key-2:secret-2')
    const query = '?client_id=key-1&client_secret=secret-1'
    expect(send([...sent, ...other])).toMatchObject({ caller: 'key-1' })
    expect(send([...other, ...wrong])).toMatchObject({ caller: undefined, cause: 'errors.credentials.invalid' })
    expect(send([...other, 'X-API-Key', 'key-1:secret-1'])).toMatchObject({ caller: 'key-2' })
    expect(send(['X-API-Key', 'key-1:wrong'], { query })).toMatchObject({ cause: 'errors.credentials.invalid' })
    expect(send(['X-API-Key', 'for the backend', ...other])).toMatchObject({ caller: 'key-2' })
  })

  it('leaves the other places as they are', () => {
    const { exchange } = setUp()([...sent, 'Authorization', 'Basic for-the-backend', 'X-API-Key', 'a:b'])
    expect(exchange.out.list).toEqual(expect.arrayContaining(['Basic for-the-backend', 'a:b']))
  })

  it.each<[what: string, headers: readonly string[]]>([
    ['two of its headers', [...sent, 'gateway-client-id', 'key-1']],
    ['two secrets', [...sent, 'Gateway-Client-Secret', 'secret-1']],
    ['two Authorization headers', [...basic('key-1:secret-1'), ...basic('key-1:secret-1')]],
    ['Basic and Bearer', [...basic('key-1:secret-1'), 'Authorization', 'Bearer key-1:secret-1']],
    ['two X-API-Keys', ['X-API-Key', 'key-1:secret-1', 'X-API-Key', 'key-1:secret-1']],
    ['joined values', ['Authorization', `Basic ${base64('key-1:secret-1')}, Basic ${base64('key-1:secret-1')}`]],
    ['joined pairs', ['X-API-Key', 'key-1:secret-1, key-1:secret-1']],
    ['Basic with a space after it', ['Authorization', `Basic ${base64('key-1:secret-1')} `]],
    ['Basic without a value', ['Authorization', 'Basic']],
    ['Basic that is no Base64', ['Authorization', 'Basic *']],
    ['Basic without a colon', basic('key-1')],
    ['Basic with NUL', basic('key-1:secret-1\0')],
    ['Basic that is no UTF-8', ['Authorization', `Basic ${Buffer.from([0x6b, 0x3a, 0xff]).toString('base64')}`]],
    ['Basic with a mark of the byte order', basic('\ufeffkey-1:secret-1')],
    ['a long client id', basic(`${'k'.repeat(600)}:secret-1`)],
    ['a long secret', basic(`key-1:${'s'.repeat(6000)}`)],
    ['another case of the id', basic('KEY-1:secret-1')],
    ['another case of the secret', basic('key-1:SECRET-1')],
    ['a space after the secret', ['X-API-Key', 'key-1:secret-1 ']],
    ['no id', basic(':secret-1')],
    ['no secret', basic('key-1:')],
    ...['__proto__', 'constructor', 'hasOwnProperty', 'toString'].map((id): [string, string[]] => [
      `the id ${id}`,
      basic(`${id}:secret-1`),
    ]),
  ])('is invalid with %s', (_, headers) => {
    const { exchange, cause, caller } = setUp()(headers)
    expect([cause, caller]).toEqual(['errors.credentials.invalid', undefined])
    expect(exchange.out.list).toEqual(passedOn(headers))
  })

  it('is invalid with a secret of more than 512 characters, even the one that is stored', () => {
    const causeWith = (characters: number) => {
      const secret = 's'.repeat(characters)
      return setUp({ consumers: [{ secret }] })(['X-API-Key', `key-1:${secret}`]).cause
    }
    expect([causeWith(512), causeWith(513)]).toEqual([undefined, 'errors.credentials.invalid'])
  })

  it.each<[what: string, headers: readonly string[]]>([
    ['nothing', []],
    ['the secret alone', ['Gateway-Client-Secret', 'secret-1']],
    ['the id alone', ['Gateway-Client-Id', 'key-1']],
    ['the id alone in X-API-Key', ['X-API-Key', 'key-1']],
    ['a token', ['Authorization', 'Bearer abc.def.ghi']],
    ['another scheme', ['Authorization', 'Digest username="key-1"']],
    ['a scheme that begins like Basic', ['Authorization', 'Basically key-1:secret-1']],
  ])('is missing with %s, so that other plugins can look', (_, headers) => {
    expect(setUp()(headers)).toMatchObject({ caller: undefined, cause: undefined, verdict: undefined })
  })

  it('is not taken by Basic if that is off', () => {
    const config = { extractors: { basic: false } }
    expect(setUp({ config })(basic('key-1:secret-1'))).toMatchObject({ caller: undefined, cause: undefined })
  })

  it('is looked for in linear time', async () => {
    const send = setUp({ config: { extractors: { query: true } } })
    const spaces = ' '.repeat(100_000)
    const hostile = [
      `Bearer${spaces}x`,
      `Basic${spaces}*`,
      `Basic ${'a'.repeat(100_000)}*`,
      `Bearer ${':'.repeat(100_000)}`,
    ]
    const work = () => {
      for (const one of hostile)
        for (let i = 0; i < 20; i++) send(['Authorization', one], { query: '?client_id'.repeat(5000) })
    }
    expect(await costOf(work)).toBeLessThan(10)
  })

  it('has its secret after the first colon, in any characters', () => {
    const send = setUp({ consumers: [{ secret: 'a:b:ü☂' }] })
    expect(send(basic('key-1:a:b:ü☂')).caller).toBe('key-1')
  })
})

describe('a client id alone', () => {
  const alone = [
    ['Gateway-Client-Id', 'key-1'],
    ['X-API-Key', 'key-1'],
  ]
  const credential = { allowClientIdOnly: true }

  it('is enough if the credential allows it', () => {
    for (const headers of alone) {
      const { caller, exchange } = setUp({ consumers: [{ credential }] })(headers)
      expect([caller, exchange.out.has('x-api-key')]).toEqual(['key-1', false])
    }
  })

  it('comes after all other places', () => {
    const send = setUp({ consumers: [{ credential }, { clientId: 'key-2', secret: 'secret-2' }] })
    for (const headers of alone) expect(send([...headers, ...basic('key-2:secret-2')]).caller).toBe('key-2')
  })

  it('does not excuse a wrong secret', () => {
    expect(setUp({ consumers: [{ credential }] })(basic('key-1:wrong')).cause).toBe('errors.credentials.invalid')
  })

  it('is invalid if the plan allows it, but not the credential, like an unknown id', () => {
    const send = setUp({ config: { allowClientIdOnly: true } })
    for (const headers of [...alone, ['X-API-Key', 'nobody'], ['X-API-Key', '__proto__']])
      expect(send(headers).cause).toBe('errors.credentials.invalid')
  })

  it('cannot be guessed where a credential allows it: unknown ids count as failures', () => {
    for (const name of ['Gateway-Client-Id', 'X-API-Key']) {
      const send = setUp({ consumers: [{ credential }, { clientId: 'key-2' }] })
      expect(send([name, 'key-1']).caller).toBe('key-1')
      expect(send([name, 'key-2']).cause).toBe('errors.credentials.invalid')
      for (let i = 1; i < 20; i++) expect(send([name, `guess-${i}`]).cause).toBe('errors.credentials.invalid')
      for (const guess of ['guess', 'key-1', 'key-2'])
        expect(send([name, guess])).toMatchObject({ caller: undefined, cause: 'errors.attempts.exceeded' })
    }
  })

  it('counts as no credentials where nothing allows it', () => {
    const send = setUp({ consumers: [{}, { clientId: 'key-2', api: 'other', credential }] })
    for (let i = 0; i < 30; i++) expect(send(['X-API-Key', `for the backend ${i}`]).cause).toBeUndefined()
    expect(send(basic('key-1:secret-1')).caller).toBe('key-1')
  })

  it('is judged like a pair', () => {
    const send = setUp({ consumers: [{ credential, state: 'paused' }] })
    expect(send(alone[0]).cause).toBe('errors.subscription.paused')
  })
})

describe('a key with a valid secret is refused', () => {
  const pair = basic('key-1:secret-1')
  it.each<[why: string, consumer: ConsumerOf, cause: string | undefined]>([
    ['for nothing', {}, undefined],
    ['if it is disabled', { credential: { enabled: false } }, 'errors.credentials.revoked'],
    ['if it has expired', { credential: { validUntil: 1000 } }, 'errors.credentials.expired'],
    ['not before it expires', { credential: { validUntil: 1001 } }, undefined],
    ['if its subscription is paused', { state: 'paused' }, 'errors.subscription.paused'],
    ['if its subscription is closed', { state: 'closed' }, 'errors.subscription.closed'],
    ['if its plan is closed', { plan: 'old' }, 'errors.subscription.closed'],
    ['if it is of another plan, which has no slot', { plan: 'silver' }, 'errors.consumer.forbidden'],
    ['if it is of another API', { api: 'other' }, 'errors.consumer.forbidden'],
    ['if it is of another API and paused', { api: 'other', state: 'paused' }, 'errors.subscription.paused'],
    ['not if it names this API', { api: 'other', credential: { authorizedEntities: ['api_shop'] } }, undefined],
    [
      'not if it names this route',
      { api: 'other', credential: { authorizedEntities: ['route_shop:orders'] } },
      undefined,
    ],
    [
      'not if it names a group of the API',
      { api: 'other', credential: { authorizedEntities: ['group_b'] } },
      undefined,
    ],
    [
      'if it names others',
      { api: 'other', credential: { authorizedEntities: ['api_x', 'route_orders', 'group_shop', 'shop'] } },
      'errors.consumer.forbidden',
    ],
    ['if it is constrained to nothing', { credential: { constrainedServicesOnly: true } }, 'errors.consumer.forbidden'],
    [
      'not if it is constrained to this API',
      { credential: { constrainedServicesOnly: true, authorizedEntities: ['api_shop'] } },
      undefined,
    ],
    [
      'if it is constrained to another',
      { credential: { constrainedServicesOnly: true, authorizedEntities: ['api_other'] } },
      'errors.consumer.forbidden',
    ],
    ['if it is for reading only, not for GET', { credential: { readOnly: true } }, undefined],
  ])('%s', (_, one, cause) => {
    const { cause: seen, exchange } = setUp({ consumers: [one], route: { groups: ['a', 'b'] } })(pair)
    expect(seen).toBe(cause)
    // The log names whom the refusal concerns.
    expect((exchange.consumer ?? exchange.denied?.consumer)?.clientId).toBe('key-1')
  })

  it('with the previous secret, once the grace period is over', () => {
    const send = setUp({ consumers: [{ previous: { secret: 'before', until: 2000 } }] })
    const before = basic('key-1:before')
    for (let i = 0; i < 2; i++) {
      expect(send(before, { now: 1999 }).caller).toBe('key-1')
      expect(send(before, { now: 2000 })).toMatchObject({ caller: undefined, cause: 'errors.credentials.expired' })
      expect(send(pair, { now: 2000 }).caller).toBe('key-1')
    }
  })

  it('for methods that write, if it is for reading only', () => {
    const send = setUp({ consumers: [{ credential: { readOnly: true } }] })
    const admitted = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'get'].filter(
      (method) => send(pair, { method }).caller !== undefined,
    )
    expect(admitted).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(send(pair, { method: 'POST' }).cause).toBe('errors.method.forbidden')
  })

  it('for paths below the context path that it restricts', () => {
    const matches = [{ context_segments: 2 }]
    const restrictions = { forbidden: [{ path: '/admin*' }], notFound: [{ path: '/' }] }
    const send = setUp({ consumers: [{ credential: { restrictions } }], route: { frontend: { matches, methods: [] } } })
    expect(send(pair, { path: '/shop/v1/orders' }).caller).toBe('key-1')
    expect(send(pair, { path: '/shop/v1/admin/x' }).cause).toBe('errors.consumer.forbidden')
    expect(send(pair, { path: '/shop/v1//admin' }).cause).toBe('errors.consumer.forbidden')
    expect(send(pair, { path: '/shop/v1' }).cause).toBe('errors.service.not.found')
  })

  it('without a word about the credential as long as the secret is wrong', () => {
    const others = [{ state: 'paused' }, { api: 'other' }, { credential: { enabled: false } }] as const
    for (const one of others) {
      const { exchange } = setUp({ consumers: [one] })(basic('key-1:wrong'))
      expect(exchange.denied).toEqual(setUp()(basic('nobody:wrong')).exchange.denied)
    }
  })

  it('with the error of bearer tokens, if it is one', () => {
    const { denied } = setUp()(['Authorization', 'Bearer key-1:wrong']).exchange
    expect(denied).toMatchObject({ refuse: 'errors.credentials.invalid', bearer: { error: 'invalid_token' } })
  })
})

describe('a key of another plan', () => {
  const slotOf = (plan_ref: string) => ({
    plugin: `${prefix}ApikeyCalls`,
    enabled: true,
    config: { mandatory: false, plan_ref },
  })
  const route = { plugins: [slotOf('gold'), slotOf('silver')] }

  it('is left to the slot of that plan', () => {
    const silver = { plan: 'silver', state: 'paused' } as const
    expect(setUp({ route, consumers: [silver] })(basic('key-1:secret-1'))).toMatchObject({
      caller: undefined,
      cause: undefined,
    })
    const slot = setUp({ route, config: { plan_ref: 'silver' }, consumers: [silver] })
    expect(slot(basic('key-1:secret-1')).cause).toBe('errors.subscription.paused')
  })

  it('is taken by a slot of no plan', () => {
    const send = setUp({ config: { plan_ref: undefined as never }, consumers: [{ plan: 'silver' }] })
    expect(send(basic('key-1:secret-1')).caller).toBe('key-1')
  })
})

it('an API key in the query is found by all slots, and cut by the first', () => {
  const extractors = { query: true }
  const slots = ['gold', 'silver'].map((plan_ref) => ({
    plugin: `${prefix}ApikeyCalls`,
    enabled: true,
    config: { mandatory: false, plan_ref, extractors },
  }))
  const route = fakeRoute({ plugins: slots })
  const consumers = consumersOf([...plans, ...consumer({ plan: 'silver' })])
  const exchange = fakeExchange({ route, query: '?client_id=key-1&client_secret=secret-1' })
  for (const slot of slots) {
    compiled('ApikeyCalls', slot.config, { route, consumers, slot: { ...slot, include: [], exclude: [] } }).request!(
      exchange,
    )
    expect(exchange.query).toBe('')
  }
  expect(exchange.consumer?.plan).toBe('silver')
})

describe('failures', () => {
  const wrong = basic('key-1:wrong')
  const right = basic('key-1:secret-1')

  it('beyond 20 in a minute keep new keys of the same network waiting for a minute', () => {
    const send = setUp({ consumers: [{}, { clientId: 'key-2', secret: 'secret-2' }] })
    const known = { address: '2001:db8::1' }
    expect(send(right, known).caller).toBe('key-1')
    for (let i = 0; i < 20; i++)
      expect(send(wrong, { ...known, now: 1000 + i }).cause).toBe('errors.credentials.invalid')
    const neighbor = { address: '2001:db8::ffff', now: 2000 }
    const { exchange, caller } = send(basic('key-2:secret-2'), neighbor)
    expect([caller, exchange.denied]).toEqual([
      undefined,
      { refuse: 'errors.attempts.exceeded', headers: ['Retry-After', '60'] },
    ])
    expect(send(right, neighbor).caller).toBe('key-1')
    expect(send(wrong, neighbor).cause).toBe('errors.attempts.exceeded')
    expect(send(basic('key-2:secret-2'), { address: '2001:db8:0:1::1', now: 2000 }).caller).toBe('key-2')
    expect(send(basic('key-2:secret-2'), { ...neighbor, now: 61_019 }).caller).toBe('key-2')
  })

  it('include unknown ids, also alone, but nothing that cannot be read', () => {
    const send = setUp({ config: { allowClientIdOnly: true } })
    for (let i = 0; i < 50; i++) send(['Authorization', 'Basic *'])
    expect(send(basic('nobody:x')).cause).toBe('errors.credentials.invalid')
    for (let i = 0; i < 19; i++) send(['X-API-Key', `nobody-${i}`])
    expect(send(right).cause).toBe('errors.attempts.exceeded')
  })

  it('count once for a request, however many slots look at the key', () => {
    const slots = ['gold', 'silver'].map((plan_ref) => ({
      plugin: `${prefix}ApikeyCalls`,
      enabled: true,
      config: { mandatory: false, plan_ref },
    }))
    const route = fakeRoute({ plugins: slots })
    const consumers = consumersOf([...plans, ...consumer({ plan: 'silver' })])
    const hooks = slots.map(({ config }) => compiled('ApikeyCalls', config, { route, consumers }))
    const send = (headers: readonly string[]) => {
      const exchange = fakeExchange({ headers, route })
      for (const { request } of hooks) request!(exchange)
      return exchange
    }
    for (let i = 0; i < 19; i++) expect(send(basic('nobody:x')).denied?.refuse).toBe('errors.credentials.invalid')
    expect(send(right).consumer?.plan).toBe('silver')
  })
})
