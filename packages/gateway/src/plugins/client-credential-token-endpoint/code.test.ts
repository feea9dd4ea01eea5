import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { basicOf, issuingApi } from '../../consumers/token-endpoint/issuing.fixture.ts'

const TOKEN = '/.well-known/oauth/token'
type World = Awaited<ReturnType<typeof issuingApi>>
type Client = World['machine']

const form = 'application/x-www-form-urlencoded'
const grant = 'grant_type=client_credentials'
const inBody = ({ clientId, clientSecret }: Client) => `client_id=${clientId}&client_secret=${clientSecret}`

interface Asked {
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly type?: string
}

/** Asks for a token: status, headers and JSON. */
async function ask({ call }: World, { body = grant, headers = {}, type = form }: Asked) {
  const response = await call(TOKEN, { method: 'POST', body, headers: { 'Content-Type': type, ...headers } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: text.startsWith('{') ? JSON.parse(text) : text }
}

const withBasic = (world: World, body = grant, client = world.machine) =>
  ask(world, { body, headers: { Authorization: basicOf(client) } })

describe('the token endpoint', () => {
  it('issues an access token (RFC 9068) for a client that authenticates by HTTP Basic', async () => {
    const world = await issuingApi()
    const { status, headers, json } = await withBasic(world)
    const { access_token: token, ...rest } = json
    expect([status, rest]).toEqual([200, { token_type: 'Bearer', expires_in: 60, scope: 'read write' }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json')
    const { clientId } = world.machine
    const iat = world.now() / 1000
    expect(decodeJwt(token)).toEqual({
      ...{ iss: 'https://shop.example/v1', sub: clientId, client_id: clientId, aud: 'shop', plan: 'machines' },
      ...{ scope: 'read write', iat, exp: iat + 60, jti: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
  })

  it('issues tokens that its API accepts, also after its domain has changed', async () => {
    const world = await issuingApi()
    const statusOf = async (token: string, base?: string) =>
      (await world.call('/orders', { headers: { Authorization: `Bearer ${token}` } }, base)).status
    const before = (await withBasic(world)).json.access_token
    expect(await statusOf(before)).toBe(200)
    await world.box.apis.patch({ id: 'shop', body: { domain: 'new.example' } })
    const base = 'https://new.example/v1'
    const headers = { 'Content-Type': form, Authorization: basicOf(world.machine) }
    const issued = await world.call(TOKEN, { method: 'POST', body: grant, headers }, base)
    const { access_token: token } = (await issued.json()) as { access_token: string }
    expect([await statusOf(token, base), await statusOf(before, base)]).toEqual([200, 401])
  })

  it('takes credentials in the body, as a form and as JSON', async () => {
    const world = await issuingApi()
    const { clientId, clientSecret } = world.machine
    const json = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'read' }
    const sent = await ask(world, { body: JSON.stringify(json), type: 'application/json; charset=utf-8' })
    expect([sent.status, sent.json.scope]).toEqual([200, 'read'])
    expect((await ask(world, { body: `${grant}&${inBody(world.machine)}` })).status).toBe(200)
    expect((await withBasic(world, `${grant}&client_id=${clientId}`)).status).toBe(200)
  })

  it('gives no scope where the plan has none, and an hour where it names no lifetime', async () => {
    const world = await issuingApi({ plan: { scopes: [], expiresIn: undefined } })
    const { json } = await withBasic(world)
    expect(Object.keys(json)).toEqual(['access_token', 'token_type', 'expires_in'])
    expect([json.expires_in, 'scope' in decodeJwt(json.access_token)]).toEqual([3600, false])
  })

  it('gives tokens that do not outlive their credential', async () => {
    const world = await issuingApi()
    const { clientId } = world.machine
    await world.box.credentials.patch({ id: clientId, body: { validUntil: world.now() + 10_500 } })
    expect((await withBasic(world)).json.expires_in).toBe(10)
  })

  it.each<[what: string, asked: (world: World) => Asked, status: number, error: string, challenge?: boolean]>([
    ['no grant type', (w) => ({ body: inBody(w.machine) }), 400, 'invalid_request'],
    [
      'another grant type',
      (w) => ({ body: `grant_type=password&${inBody(w.machine)}` }),
      400,
      'unsupported_grant_type',
    ],
    ['a repeated parameter', (w) => ({ body: `${grant}&${grant}&${inBody(w.machine)}` }), 400, 'invalid_request'],
    ['a repeated unknown parameter', (w) => ({ body: `${grant}&x=&x=1&${inBody(w.machine)}` }), 400, 'invalid_request'],
    [
      'a repeated member',
      () => ({ body: '{"scope":"a","scope":"b"}', type: 'application/json' }),
      400,
      'invalid_request',
    ],
    [
      'a member that is no text',
      () => ({ body: '{"grant_type":1}', type: 'application/json' }),
      400,
      'invalid_request',
    ],
    ['no JSON', () => ({ body: grant, type: 'application/json' }), 400, 'invalid_request'],
    ['a JSON list', () => ({ body: '[]', type: 'application/json' }), 400, 'invalid_request'],
    ['another media type', () => ({ type: 'text/plain' }), 400, 'invalid_request'],
    [
      'credentials in both places',
      (w) => ({ body: `${grant}&${inBody(w.machine)}`, headers: { Authorization: basicOf(w.machine) } }),
      ...([400, 'invalid_request'] as const),
    ],
    [
      'another client id in the body',
      (w) => ({ body: `${grant}&client_id=${w.key.clientId}`, headers: { Authorization: basicOf(w.machine) } }),
      ...([400, 'invalid_request', true] as const),
    ],
    [
      'a scope that the plan does not have',
      (w) => ({ body: `${grant}&scope=read+all&${inBody(w.machine)}` }),
      400,
      'invalid_scope',
    ],
    [
      'scopes that are none',
      (w) => ({ body: `${grant}&scope=read++write&${inBody(w.machine)}` }),
      400,
      'invalid_scope',
    ],
    ['no credentials', () => ({}), 401, 'invalid_client'],
    ['no secret', (w) => ({ body: `${grant}&client_id=${w.machine.clientId}` }), 401, 'invalid_client'],
    [
      'a wrong secret',
      (w) => ({ body: `${grant}&${inBody({ ...w.machine, clientSecret: 'x' })}` }),
      401,
      'invalid_client',
    ],
    [
      'a wrong secret by HTTP Basic',
      (w) => ({ headers: { Authorization: basicOf({ ...w.machine, clientSecret: 'x' }) } }),
      ...([401, 'invalid_client', true] as const),
    ],
    ['another scheme', () => ({ headers: { Authorization: 'Bearer x' } }), 401, 'invalid_client', true],
    [
      'Basic that is no form',
      () => ({ headers: { Authorization: basicOf({ id: '', clientId: '%', clientSecret: 'x' } as Client) } }),
      ...([401, 'invalid_client', true] as const),
    ],
    ['an unknown client', () => ({ body: `${grant}&client_id=nobody&client_secret=x` }), 401, 'invalid_client'],
    ['a client of another plan', (w) => ({ body: `${grant}&${inBody(w.key)}` }), 400, 'unauthorized_client'],
  ])('refuses %s', async (_, asked, status, error, challenge = false) => {
    const world = await issuingApi()
    const found = await ask(world, asked(world))
    expect([found.status, found.json]).toEqual([status, { error, error_description: expect.any(String) }])
    expect(found.headers.get('cache-control')).toBe('no-store')
    const expected = challenge && status === 401 ? 'Basic realm="shop", charset="UTF-8"' : null
    expect(found.headers.get('www-authenticate')).toBe(expected)
  })

  it('reads no more than 16 KiB', async () => {
    const { status, json } = await ask(await issuingApi(), { body: `${grant}&x=${'y'.repeat(17_000)}` })
    expect([status, json]).toEqual([413, expect.stringContaining('errors.body.too.large')])
  })

  it('refuses a client whose subscription is paused, and one whose credential is revoked', async () => {
    const world = await issuingApi()
    await world.box.subscriptions.pause({ id: world.machine.id })
    expect((await withBasic(world)).json.error).toBe('unauthorized_client')
    await world.box.subscriptions.resume({ id: world.machine.id })
    await world.box.credentials.patch({ id: world.machine.clientId, body: { enabled: false } })
    expect((await withBasic(world)).json.error).toBe('invalid_client')
  })

  it('throttles guesses like those of API keys, and clients that were verified before get tokens all the same', async () => {
    const world = await issuingApi()
    expect((await withBasic(world)).status).toBe(200)
    const wrong = { ...world.machine, clientSecret: 'wrong' }
    for (let i = 0; i < 20; i++) expect((await withBasic(world, grant, wrong)).status).toBe(401)
    const { status, headers } = await withBasic(world, grant, wrong)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    expect((await withBasic(world)).status).toBe(200)
  })
})

describe('the public keys', () => {
  const keysOf = async ({ call }: World) => {
    const response = await call('/.well-known/jwks.json')
    return { response, ...((await response.json()) as { keys: object[] }) }
  }

  it('are a JWK Set that may be kept for five minutes, without private parts', async () => {
    const { response, keys } = await keysOf(await issuingApi())
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']])
  })
})

describe('a token of the gateway', () => {
  const tokenOf = async (world: World) => (await withBasic(world)).json.access_token as string
  const callWith = async ({ call }: World, token: string) => {
    const response = await call('/orders', { headers: { Authorization: `Bearer ${token}` } })
    const cause = /errors\.[\w.]+/.exec(await response.text())?.[0]
    return cause ?? response.headers.get('x-consumer')
  }

  it('identifies the owner of the subscription', async () => {
    const world = await issuingApi()
    expect(await callWith(world, await tokenOf(world))).toBe('acme')
    expect(world.reported).toEqual([])
  })

  it('ends when it expires', async () => {
    const world = await issuingApi()
    const token = await tokenOf(world)
    world.advance(64_000)
    expect(await callWith(world, token)).toBe('acme')
    world.advance(1000)
    expect(await callWith(world, token)).toBe('errors.credentials.expired')
  })

  it.each<[string, (world: World) => Promise<unknown>, string]>([
    [
      'its credential is revoked',
      ({ box, machine }) => box.credentials.patch({ id: machine.clientId, body: { enabled: false } }),
      'errors.credentials.revoked',
    ],
    [
      'its credential is deleted',
      ({ box, machine }) => box.credentials.delete({ id: machine.clientId }),
      'errors.credentials.invalid',
    ],
    [
      'its subscription is paused',
      ({ box, machine }) => box.subscriptions.pause({ id: machine.id }),
      'errors.subscription.paused',
    ],
    [
      'its subscription is closed',
      ({ box, machine }) => box.subscriptions.close({ id: machine.id }),
      'errors.subscription.closed',
    ],
  ])('ends at once when %s', async (_, change, cause) => {
    const world = await issuingApi()
    const token = await tokenOf(world)
    expect(await callWith(world, token)).toBe('acme')
    await change(world)
    await expect.poll(() => callWith(world, token)).toBe(cause)
  })

  it('ends when the secret that it was issued for is revoked at once, and tokens of the new secret count', async () => {
    const world = await issuingApi()
    world.advance(300)
    const token = await tokenOf(world)
    expect(await callWith(world, token)).toBe('acme')
    world.advance(400)
    const renewed = await world.box.subscriptions.rotate({ id: world.machine.id, revokePrevious: true, body: {} })
    await expect.poll(() => callWith(world, token)).toBe('errors.credentials.revoked')
    // In the same second.
    world.advance(100)
    const client = { ...world.machine, clientSecret: (renewed as { clientSecret: string }).clientSecret }
    const { access_token: next } = (await withBasic(world, grant, client)).json
    expect(await callWith(world, next)).toBe('acme')
    world.advance(30_000)
    expect([await callWith(world, next), await callWith(world, token)]).toEqual(['acme', 'errors.credentials.revoked'])
  })

  it('counts until it expires when the secret is renewed with a grace period', async () => {
    const world = await issuingApi()
    const { clientId, id } = world.machine
    await world.box.credentials.patch({ id: clientId, body: { rotation: { enabled: true, gracePeriod: 1 } } })
    const token = await tokenOf(world)
    world.advance(10_000)
    await world.box.subscriptions.rotate({ id, body: {} })
    expect(await callWith(world, token)).toBe('acme')
  })

  it.each([
    ['nonsense', () => 'nonsense'],
    ['one that was changed', (token: string) => token.replace(/\.(..)/, '.AA')],
    ['one without a signature', (token: string) => token.replace(/[^.]+$/, '')],
  ])('is refused: %s', async (_, change) => {
    const world = await issuingApi()
    expect(await callWith(world, change(await tokenOf(world)))).toBe('errors.credentials.invalid')
  })

  it('of another API is refused, though the same keys have signed it', async () => {
    const world = await issuingApi()
    const token = await tokenOf(world)
    const { id: _, domain: __, ...shop } = await world.box.apis.get({ id: 'shop' })
    await world.box.apis.create({ body: { ...shop, id: 'crm', domain: 'crm.example', state: 'staging' } as never })
    await world.box.apis.deployments.create({ id: 'crm', body: {} })
    const call = async () => {
      const headers = { Authorization: `Bearer ${token}` }
      const response = await world.call('/orders', { headers }, 'https://crm.example/v1')
      return /errors\.[\w.]+/.exec(await response.text())?.[0]
    }
    await expect.poll(call).toBe('errors.credentials.invalid')
  })

  it('of another instance is refused, whatever it says', async () => {
    const [one, other] = [await issuingApi(), await issuingApi()]
    expect(await callWith(one, await tokenOf(other))).toBe('errors.credentials.invalid')
  })
})
