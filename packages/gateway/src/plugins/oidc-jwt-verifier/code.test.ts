import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { ec, es256, good, jwkOf, NOW, tokenOf } from '../../consumers/tokens/tokens.fixture.ts'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import type { SideResponse, UrlRequest } from '../../plugin-api/side-call.ts'
import { compiled } from '../compiled.fixture.ts'

const json = (value: unknown, status = 200): SideResponse => ({
  ...{ status, headers: [] },
  body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
})

const invalid = 'errors.credentials.invalid'
const unavailable = 'errors.introspection.unavailable'

/** A slot whose provider answers by `state.respond`, and a function that sends requests through it. */
function setUp(config: JsonObject = {}) {
  let now = NOW
  const calls: { url: string; request: UrlRequest | undefined }[] = []
  const reported: unknown[] = []
  const state: { respond: () => SideResponse | Promise<SideResponse> } = {
    respond: () => json({ active: true, sub: 'ann', scope: 'read write' }),
  }
  const settings = { introspectionUrl: 'https://id.example/introspect', mandatory: false, plan_ref: 'gold', ...config }
  const hooks = compiled('OIDCJwtVerifier', settings, {
    reported,
    clock: () => now,
    prepareCall: (url) => async (request) => {
      calls.push({ url, request })
      return state.respond()
    },
  })
  /** Who was identified, or why nobody was. */
  async function ask(token = 'opaque', address = '192.0.2.1') {
    const exchange = fakeExchange({ headers: ['Authorization', `Bearer ${token}`], now, address })
    await hooks.request?.(exchange)
    hooks.done?.(exchange, { status: 200, ms: 0, bytesIn: 0, bytesOut: 0 })
    return exchange.consumer?.id ?? exchange.denied?.refuse
  }
  return { ask, calls, reported, state, hooks, advance: (ms: number) => (now += ms) }
}

describe('an opaque token', () => {
  it('is introspected with the credentials of the client (RFC 7662)', async () => {
    const { ask, calls } = setUp({ clientId: 'a b', clientSecret: 'c:d%' })
    expect(await ask('to+ken')).toBe('ann')
    const [{ url, request }] = calls as [(typeof calls)[0]]
    expect([url, request?.method]).toEqual(['https://id.example/introspect', 'POST'])
    expect(new TextDecoder().decode(request?.body)).toBe('token=to%2Bken&token_type_hint=access_token')
    expect(request?.headers).toContain(`Basic ${btoa('a+b:c%3Ad%25')}`)
  })

  it('is introspected once for all who ask meanwhile, and again when the response no longer counts', async () => {
    const { ask, calls, advance } = setUp({ cache: 60 })
    expect(await Promise.all([ask(), ask(), ask('other')])).toEqual(['ann', 'ann', 'ann'])
    expect(calls).toHaveLength(2)
    advance(59_999)
    await ask()
    expect(calls).toHaveLength(2)
    advance(1)
    await ask()
    expect(calls).toHaveLength(3)
  })

  it('counts no longer than until it expires', async () => {
    const { ask, state, advance } = setUp({ cache: 60 })
    state.respond = () => json({ active: true, sub: 'ann', exp: NOW / 1000 + 30 })
    expect(await ask()).toBe('ann')
    advance(29_999)
    expect(await ask()).toBe('ann')
    advance(1)
    expect(await ask()).toBe('errors.credentials.expired')
  })

  it('that is not active is asked about again after ten seconds', async () => {
    const { ask, calls, state, advance } = setUp()
    state.respond = () => json({ active: false })
    expect(await ask()).toBe(invalid)
    advance(9999)
    await ask()
    expect(calls).toHaveLength(1)
    state.respond = () => json({ active: true, sub: 'ann' })
    advance(1)
    expect(await ask()).toBe('ann')
  })

  it('counts for as long again while the server fails, then nobody is admitted', async () => {
    const { ask, state, advance, reported, calls } = setUp({ cache: 60 })
    await ask()
    state.respond = () => Promise.reject(new Error('down'))
    advance(60_000)
    expect([await ask(), await ask('other'), await ask('third')]).toEqual(['ann', unavailable, unavailable])
    expect(calls).toHaveLength(2)
    advance(59_999)
    expect(await ask()).toBe('ann')
    advance(1)
    expect(await ask()).toBe(unavailable)
    expect(reported.map(String)).toEqual(['Error: Tokens cannot be introspected at https://id.example/introspect'])
    state.respond = () => json({ active: true, sub: 'ann' })
    advance(1000)
    expect(await ask()).toBe('ann')
  })

  it.each<[string, SideResponse]>([
    ['401', json({ active: true, sub: 'ann' }, 401)],
    ['a redirect', json({ active: true, sub: 'ann' }, 302)],
    ['no JSON', json('<html>')],
    ['a list', json([])],
    ['a text for active', json({ active: 'true', sub: 'ann' })],
    ['nothing', json('')],
    ['too much', { status: 200, headers: [], body: undefined }],
  ])('is not accepted if the server responds %s', async (_, response) => {
    const { ask, state } = setUp()
    state.respond = () => response
    expect(await ask()).toBe(unavailable)
  })

  it.each([400, 404, 413])('that the server refuses with %i concerns nobody else', async (status) => {
    const { ask, calls, state, advance, reported } = setUp()
    await ask('known')
    state.respond = () => json({ error: 'invalid_request' }, status)
    expect([await ask('odd'), await ask('odd')]).toEqual([invalid, invalid])
    state.respond = () => json({ active: true, sub: 'bob' })
    expect([await ask('odd'), await ask('other'), await ask('known')]).toEqual([invalid, 'bob', 'ann'])
    expect([calls.length, reported.length]).toEqual([3, 1])
    advance(10_000)
    expect(await ask('odd')).toBe('bob')
  })

  it.each([401, 403, 408, 429, 500, 503])('is unavailable for a second, as all others, after %i', async (status) => {
    const { ask, calls, state, advance } = setUp()
    state.respond = () => json({}, status)
    expect([await ask('one'), await ask('two')]).toEqual([unavailable, unavailable])
    expect(calls).toHaveLength(1)
    advance(1000)
    state.respond = () => json({ active: true, sub: 'ann' })
    expect([await ask('one'), await ask('two')]).toEqual(['ann', 'ann'])
  })

  it('whose response cannot be read concerns nobody else, and is asked about again after a second', async () => {
    const { ask, calls, state, advance } = setUp()
    state.respond = () => json('<html>')
    expect([await ask('odd'), await ask('odd')]).toEqual([unavailable, unavailable])
    state.respond = () => json({ active: true, sub: 'bob' })
    expect([await ask('odd'), await ask('other')]).toEqual([unavailable, 'bob'])
    expect(calls).toHaveLength(2)
    advance(1000)
    expect(await ask('odd')).toBe('bob')
  })

  it('that became inactive is not admitted again when the server fails', async () => {
    const { ask, state, advance } = setUp({ cache: 60 })
    expect(await ask()).toBe('ann')
    advance(60_000)
    state.respond = () => json({ active: false })
    expect(await ask()).toBe(invalid)
    advance(10_000)
    state.respond = () => Promise.reject(new Error('down'))
    expect(await ask()).toBe(unavailable)
  })

  it('is refused while a hundred others are asked about, without a pause afterwards', async () => {
    const { ask, calls, state } = setUp()
    const { promise, resolve } = Promise.withResolvers<SideResponse>()
    state.respond = () => promise
    const waiting = Array.from({ length: 100 }, (_, i) => ask(`t${i}`))
    expect(await ask('more')).toBe(unavailable)
    expect(calls).toHaveLength(100)
    resolve(json({ active: true, sub: 'ann' }))
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['ann']))
    expect(await ask('more')).toBe('ann')
  })

  it('that is unknown is not asked about after twenty others from its network; active ones pass', async () => {
    const { ask, calls, state, advance } = setUp({ cache: 60 })
    await ask('known')
    state.respond = () => json({ active: false })
    for (let i = 0; i < 20; i++) expect(await ask(`guess ${i}`)).toBe(invalid)
    expect([await ask('next'), await ask('known')]).toEqual(['errors.attempts.exceeded', 'ann'])
    expect(calls).toHaveLength(21)
    state.respond = () => json({ active: true, sub: 'bob' })
    expect(await ask('next', '198.51.100.1')).toBe('bob')
    advance(60_000)
    expect([await ask('later'), await ask('known')]).toEqual(['bob', 'bob'])
  })

  it('counts as unknown no more often than the server is asked about it', async () => {
    const { ask, state } = setUp()
    state.respond = () => json({ active: false })
    for (let i = 0; i < 30; i++) expect(await ask('expired')).toBe(invalid)
    state.respond = () => json({ active: true, sub: 'bob' })
    expect(await ask('next')).toBe('bob')
  })

  it('does not count as unknown if another plan of the route admits it', async () => {
    const { ask, hooks, state } = setUp()
    state.respond = () => json({ active: false })
    for (let i = 0; i < 30; i++) {
      const exchange = fakeExchange({ headers: ['Authorization', `Bearer t${i}`], now: NOW })
      await hooks.request?.(exchange)
      exchange.consumer = { id: 'of another plan' }
      hooks.done?.(exchange, { status: 200, ms: 0, bytesIn: 0, bytesOut: 0 })
    }
    state.respond = () => json({ active: true, sub: 'bob' })
    expect(await ask('next')).toBe('bob')
  })

  it.each<[string, JsonObject, JsonObject?]>([
    ['has no subject', {}],
    ['has a number as subject', { sub: 7 }],
    ['does not count yet', { sub: 'ann', nbf: NOW / 1000 + 6 }],
    ['begins at a text', { sub: 'ann', nbf: 'x' }],
    ['is of another issuer', { sub: 'ann', iss: 'https://other.example' }, { issuer: 'https://id.example' }],
    ['is for others', { sub: 'ann', aud: ['crm'] }, { audience: 'shop' }],
    ['is for nobody', { sub: 'ann' }, { audience: 'shop' }],
    ['is there to refresh others', { sub: 'ann', token_type: 'refresh_token' }],
  ])('is refused if it %s', async (_, claims, config = {}) => {
    const { ask, state } = setUp(config)
    state.respond = () => json({ active: true, ...claims })
    expect(await ask()).toBe(invalid)
  })

  it('of a client without a subject identifies the client', async () => {
    const { ask, state } = setUp({ audience: 'shop' })
    state.respond = () => json({ active: true, client_id: 'app', aud: 'shop' })
    expect(await ask()).toBe('client:app')
  })

  it('of a client never identifies a subject of the same name, nor the other way round', async () => {
    const { ask, state } = setUp()
    state.respond = () => json({ active: true, client_id: 'ann' })
    expect(await ask('one')).toBe('client:ann')
    state.respond = () => json({ active: true, sub: 'client:ann' })
    expect(await ask('two')).toBe(invalid)
    state.respond = () => json({ active: true, sub: '', client_id: 'ann' })
    expect(await ask('three')).toBe(invalid)
  })

  it('is never too long, and never an API key', async () => {
    const { ask, calls } = setUp()
    expect(await ask('x'.repeat(8193))).toBe(invalid)
    expect(await ask('id:secret')).toBeUndefined()
    expect(calls).toEqual([])
  })
})

describe('the scopes of a plan', () => {
  it.each<[string, JsonObject, boolean]>([
    ['as one text', { scope: 'write read' }, true],
    ['as a list', { scp: ['read', 'write'] }, true],
    ['as a text under scp', { scp: 'read write' }, true],
    ['in part', { scope: 'read' }, false],
    ['as parts of others', { scope: 'read writer' }, false],
    ['not at all', {}, false],
  ])('are all required: a token has them %s', async (_, claims, isEnough) => {
    const { ask, state } = setUp({ scopes: ['read', 'write'] })
    state.respond = () => json({ active: true, sub: 'ann', ...claims })
    expect(await ask()).toBe(isEnough ? 'ann' : 'errors.scope.insufficient')
    expect(await ask()).toBe(isEnough ? 'ann' : 'errors.scope.insufficient')
  })

  it('are named in the challenge of the refusal (RFC 6750)', async () => {
    const { hooks } = setUp({ scopes: ['read', 'all'], mandatory: true })
    const verdict = await hooks.request?.(fakeExchange({ headers: ['Authorization', 'Bearer x'], now: NOW }))
    expect(verdict).toMatchObject({
      refuse: 'errors.scope.insufficient',
      headers: ['WWW-Authenticate', 'Bearer realm="shop", error="insufficient_scope", scope="read all"'],
    })
  })
})

describe('a signed token', () => {
  const keys = { keys: [jwkOf(ec, { kid: 'k1' })] }
  const token = tokenOf({ alg: 'ES256', kid: 'k1' }, { ...good, scp: ['read'] }, es256)
  const jwksUrl = 'https://id.example/keys'

  it('is verified by the keys, if they are known; all others are introspected', async () => {
    const { ask, state, calls } = setUp({ jwksUrl, issuer: good.iss, audience: 'shop', scopes: ['read'] })
    state.respond = () => json(keys)
    expect(await ask(token)).toBe('ann')
    state.respond = () => json({ active: true, sub: 'bob', aud: 'shop', scope: 'read' })
    expect(await ask()).toBe('bob')
    expect(calls.map(({ url }) => url)).toEqual([jwksUrl, 'https://id.example/introspect'])
  })

  it('is introspected if no keys are known, and opaque ones are refused if no server is', async () => {
    const { ask } = setUp()
    expect(await ask(token)).toBe('ann')
    const other = setUp({ introspectionUrl: undefined, jwksUrl })
    other.state.respond = () => json(keys)
    expect([await other.ask(token), await other.ask()]).toEqual(['ann', invalid])
  })
})
