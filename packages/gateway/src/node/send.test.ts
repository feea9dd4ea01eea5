import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiUnit, type ConsumerOf, consumer } from '../consumers/units.fixture.ts'
import type { RequestInfo } from '../fetch/request-info.ts'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { connectHttp2, sendHttp2 } from '../suite/scene/http2-client.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { reader } from '../suite/scene/raw-http.fixture.ts'
import { callHttp } from '../suite/scene/scene.fixture.ts'
import { handshake } from '../suite/scene/websocket.fixture.ts'
import { type ListenOptions, listen } from './listen.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })
const planOf = (mode: string, config: object = {}, id = 'gold') => ({
  ...{ id, status: 'published', access_mode_configuration_type: mode },
  access_mode_configuration: config,
})
const jwt = { secret: 'x'.repeat(32), algorithms: ['HS256'] }

interface Settings extends Partial<GatewaySettings> {
  /** @default a subscription with the key `key-1` */
  readonly one?: ConsumerOf
  readonly transport?: ListenOptions
  readonly respond?: Parameters<typeof startBackend>[0]
}

/** A gateway that listens, and a function that sends requests of the process as `of-key-1`. */
async function setUp({ one = {}, transport, respond, ...settings }: Settings = {}) {
  const lines: string[] = []
  const backend = await startBackend(respond)
  onTestFinished(backend.close)
  const made = gatewayTo({
    port: backend.port,
    plans: [planOf('apikey')],
    consumers: [apiUnit('other', ['gold']), ...consumer(one)],
    log: { write: (text) => void lines.push(text) },
    ...settings,
  })
  const listening = await listen(made.gateway, { host: '127.0.0.1', ...transport })
  onTestFinished(() => listening.close({ drainMs: 0 }))
  const send = async (init: RequestInit = {}, { path = '/', as = 'of-key-1' } = {}) => {
    const asked = { ...init, headers: { Accept: 'application/json', ...init.headers } }
    const response = await made.gateway.send(new Request(`http://shop.example${path}`, asked), { as })
    const text = await response.text()
    const cause = response.status < 400 ? undefined : JSON.parse(text)['gateway-cause']
    return { status: response.status, headers: response.headers, text, cause }
  }
  return { ...made, port: listening.port, backend, send, lines }
}

const headersOf = (list: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), list[i + 1] as string]] : [])))

describe('a request of the process itself', () => {
  it('goes to the backend as the consumer of the subscription, over the connections of the transport', async () => {
    const { send, backend, gateway, lines } = await setUp({ respond: (_, response) => response.end('done') })
    const sent = await send({ method: 'POST', body: 'hello' }, { path: '/a?b=c' })
    expect([sent.status, sent.text]).toEqual([200, 'done'])
    const [seen] = backend.seen
    expect(seen).toMatchObject({ method: 'POST', target: '/a?b=c' })
    expect(String(seen?.body)).toBe('hello')
    // `fetch` would name the host of the target.
    expect(headersOf(seen?.headers)).toMatchObject({
      host: 'shop.example',
      'gateway-consumer-id': 'acme',
      'gateway-subscription-id': 'of-key-1',
      'gateway-plan-id': 'gold',
      'gateway-client-id': 'key-1',
    })
    const id = sent.headers.get('x-request-id') as string
    expect(gateway.decision(id)).toMatchObject({ status: 200, consumer: 'acme', plan: 'gold' })
    expect(gateway.traffic().apis).toMatchObject([{ api: 'shop' }])
    await gateway.close()
    expect(lines.join('')).toContain('"plan":"gold","consumer":"acme"')
  })

  it('is charged to the quota of the key, together with requests of clients', async () => {
    const { send, port } = await setUp({ one: { credential: { quota: { perDay: 2 } } } })
    const asKey = { headers: { Authorization: `Basic ${btoa('key-1:secret-1')}` } }
    expect((await send()).status).toBe(200)
    expect((await callHttp(`http://127.0.0.1:${port}/`, asKey)).status).toBe(200)
    expect(await send()).toMatchObject({ status: 429, cause: 'errors.quota.exceeded' })
    expect((await callHttp(`http://127.0.0.1:${port}/`, asKey)).status).toBe(429)
  })

  it('passes the plugins of the route', async () => {
    const { send } = await setUp({ slots: [slot('RateLimit', { rate: 1, window: 3600, by: 'consumer' })] })
    expect([(await send()).status, (await send()).status]).toEqual([200, 429])
  })

  it.each<[what: string, settings: Settings, as: string | undefined, cause: string]>([
    ['an unknown subscription', {}, 'of-nobody', 'errors.credentials.invalid'],
    ['a paused subscription', { one: { state: 'paused' } }, undefined, 'errors.subscription.paused'],
    ['a closed subscription', { one: { state: 'closed' } }, undefined, 'errors.subscription.closed'],
    ['a revoked key', { one: { credential: { enabled: false } } }, undefined, 'errors.credentials.revoked'],
    ['an expired key', { one: { credential: { validUntil: 1 } } }, undefined, 'errors.credentials.expired'],
    [
      'a key for reading',
      { one: { credential: { restrictions: { forbidden: [{ path: '/*' }] } } } },
      undefined,
      'errors.consumer.forbidden',
    ],
    ['a subscription to another API', { one: { api: 'other' } }, undefined, 'errors.consumer.forbidden'],
    ['a subscription to a plan that is gone', { one: { plan: 'silver' } }, undefined, 'errors.subscription.closed'],
    [
      'a subscription to a plan of tokens of another API with the same name',
      { plans: [planOf('jwt', jwt)], one: { api: 'other' } },
      undefined,
      'errors.credentials.missing',
    ],
    [
      'a paused subscription to a plan of tokens',
      { plans: [planOf('jwt', jwt)], one: { state: 'paused' } },
      undefined,
      'errors.subscription.paused',
    ],
    [
      'a plan that demands scopes',
      {
        plans: [
          planOf('oauth2-remote', {
            jwksUrl: 'https://idp.example/keys',
            issuer: 'https://idp.example',
            scopes: ['read'],
          }),
        ],
      },
      undefined,
      'errors.scope.insufficient',
    ],
    [
      'a flow that demands a token',
      { plans: [], slots: [slot('JwtUserExtractor', jwt)] },
      undefined,
      'errors.credentials.missing',
    ],
  ])('of %s is refused', async (_, settings, as, cause) => {
    const { send, backend } = await setUp(settings)
    expect((await send({}, as === undefined ? {} : { as })).cause).toBe(cause)
    expect(backend.seen).toEqual([])
  })

  it('takes the newest key that is not refused', async () => {
    const [subscription, key] = consumer()
    const [, revoked] = consumer({ clientId: 'key-2', credential: { enabled: false, subscription_ref: 'of-key-1' } })
    const both = {
      ...subscription,
      value: { ...(subscription as { value: object }).value, token_refs: ['key-1', 'key-2'] },
    }
    const { send, backend } = await setUp({ consumers: [both as never, key as never, revoked as never] })
    expect((await send()).status).toBe(200)
    expect(headersOf(backend.seen[0]?.headers)['gateway-client-id']).toBe('key-1')
  })

  it.each(['jwt', 'oauth2-remote', 'mtls'])('of a plan with %s is that of the owner, without token', async (mode) => {
    const config = { jwt, 'oauth2-remote': { jwksUrl: 'https://idp.example/keys' }, mtls: { subjectPatterns: ['*'] } }[
      mode
    ]
    const { send, backend } = await setUp({ plans: [planOf(mode, config)] })
    expect(await send()).toMatchObject({ status: 200 })
    const told = headersOf(backend.seen[0]?.headers)
    expect([told['gateway-consumer-id'], told['gateway-subscription-id']]).toEqual(['acme', 'of-key-1'])
    expect(told.authorization).toBeUndefined()
  })

  it('of a subscription with a subject is that of the subject, and none while it waits', async () => {
    const more = (subscription: object) => {
      const [unit] = consumer()
      return [{ ...unit, value: { ...(unit as { value: object }).value, token_refs: [], ...subscription } }] as never
    }
    const plans = [planOf('jwt', jwt)]
    const { send, backend } = await setUp({ plans, consumers: more({ subject: 'client:7' }) })
    expect(await send()).toMatchObject({ status: 200 })
    expect(headersOf(backend.seen[0]?.headers)['gateway-consumer-id']).toBe('client:7')
    const waiting = { approval: 'waiting', enabled: false, subject: 'client:7' }
    const { send: wait } = await setUp({ plans, consumers: more(waiting) })
    expect((await wait()).cause).toBe('errors.subscription.paused')
  })

  it('gets 502 for a response above 1 MiB, and what is below it whole', async () => {
    let size = 1024 * 1024
    const { send } = await setUp({ respond: (_, response) => response.end(Buffer.alloc(size, 'x')) })
    expect((await send()).text).toHaveLength(size)
    size++
    expect(await send()).toMatchObject({ status: 502, cause: 'errors.backend.body.too.large' })
  })

  it('goes to the next target if one cannot be reached, and fails like any other', async () => {
    const { send } = await setUp({ others: [{ hostname: '127.0.0.1', port: 9 }] })
    for (let i = 0; i < 4; i++) expect((await send()).status).toBe(200)
    const { send: fail } = await setUp({ target: { port: 9 } })
    expect((await fail()).cause).toBe('errors.backend.unreachable')
  })

  it('ends when its sender leaves', async () => {
    const { gateway, until } = await setUp({ respond: () => {} })
    const leaving = new AbortController()
    const sent = gateway.send(new Request('http://shop.example/', { signal: leaving.signal }), { as: 'of-key-1' })
    setTimeout(() => leaving.abort(), 20)
    await sent
    expect((await until(1))[0]).toMatchObject({ status: 499 })
  })

  it('goes by `fetch` where no transport listens', async () => {
    const backend = await startBackend((_, response) => response.end('done'))
    onTestFinished(backend.close)
    const { gateway } = gatewayTo({ port: backend.port, plans: [planOf('apikey')], consumers: consumer() })
    onTestFinished(() => gateway.close())
    const response = await gateway.send(new Request('http://shop.example/'), { as: 'of-key-1' })
    expect([response.status, await response.text()]).toEqual([200, 'done'])
    expect(gateway.status().notes).toEqual([])
  })
})

describe('no request from outside is one of the process itself', () => {
  const names = [
    'as',
    'As',
    ':as',
    'x-as',
    'gateway-as',
    'gateway-subscription-id',
    'gateway-consumer-id',
    'x-signalbox-as',
  ]
  const values = ['of-key-1', 'key-1', '{"as":"of-key-1"}']
  const each = names.flatMap((name) => values.map((value) => [name, value] as const))

  it('by headers, the query or cookies, also with WebSockets', async () => {
    const { port, backend } = await setUp()
    const statuses = new Set<number>()
    for (const [name, value] of each) {
      const tries = [
        ...(name.startsWith(':') ? [] : [{ path: '/', headers: { [name]: value } }]),
        { path: `/?${encodeURIComponent(name)}=${encodeURIComponent(value)}`, headers: {} },
        { path: '/', headers: { Cookie: `${name.replaceAll(':', '')}=${value.replaceAll('"', '')}` } },
      ]
      for (const { path, headers } of tries)
        statuses.add((await callHttp(`http://127.0.0.1:${port}${path}`, { headers })).status)
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const client = reader(socket)
      socket.write(
        handshake({ target: `/?as=${value}`.replaceAll('"', ''), more: `${name.replaceAll(':', '')}: ${value}\r\n` }),
      )
      statuses.add(Number((await client.until((text) => text.includes('\r\n\r\n'))).split(' ')[1]))
      socket.destroy()
    }
    expect([[...statuses], backend.seen]).toEqual([[401], []])
  })

  it('by HTTP/2', async () => {
    const tls = { cert: certificates.server, key: certificates.serverKey, ca: certificates.authority }
    const { port, backend } = await setUp({ transport: { tls, h2: true } })
    const session = connectHttp2(port)
    onTestFinished(() => session.destroy())
    for (const [name, value] of each.filter(([name]) => !name.startsWith(':')))
      expect((await sendHttp2(session, { [name.toLowerCase()]: value })).status).toBe(401)
    expect(backend.seen).toEqual([])
  })

  it('by what a host passes to `fetch`', async () => {
    const { gateway, backend } = await setUp()
    const info = { address: '203.0.113.7', as: 'of-key-1' } as RequestInfo
    const request = Object.assign(new Request('http://shop.example/'), { as: 'of-key-1' })
    expect((await gateway.fetch(request, info)).status).toBe(401)
    expect(backend.seen).toEqual([])
  })
})
