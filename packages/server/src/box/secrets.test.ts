import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../fixtures/backend.fixture.ts'
import { credentials as admin, known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

const plugin = (name: string) => `cp:gateway.next.plugins.${name}`
const plan = (id: string, mode: string, configuration: object) => ({
  ...{ id, status: 'published' as const, access_mode_configuration_type: mode as 'apikey' },
  access_mode_configuration: configuration,
})

/** Secrets by what they are. None of them may be read anywhere. */
const given = {
  'secret of tokens': 'k8s-shared-hmac-secret-0123456789abcdef',
  'secret for introspection': 'introspection-client-secret-77',
  'guessed secret': 'sbx_guessed0guessed1guessed2guessed3guess4',
  'guessed password': 'hunter2-guessed-password',
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function jwt(secret: string, claims: object): string {
  const input = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** A server that knows every token as that of `carol`, for introspection. */
async function startIssuer(): Promise<string> {
  const server = createHttpServer((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'application/json').end('{"active":true,"sub":"carol"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('secrets of consumers appear in no log, event, metric, explanation, error, usage or response', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const log = join(folder, 'access.log')
  const told: string[] = []
  const server = await createServer({
    ...{ port: 0, adminPort: 0, gateway: true, gatewayLog: `file:${log}`, ...known },
    report: (error) => void told.push(shown(error)),
    announce: (line) => void told.push(line),
  })
  onTestFinished(() => server.close())
  const { box, gatewayUrl = '', adminUrl = '', url } = server
  box.on('*', (event) => void told.push(JSON.stringify(event)))
  const issuer = await startIssuer()
  const seenByBackend: string[] = []
  const port = await startBackend(({ headers, url: target }, response) => {
    seenByBackend.push(JSON.stringify([target, headers]))
    response.end('ok')
  })
  const slots = [
    { plugin: plugin('ApikeyCalls'), config: { mandatory: false, plan_ref: 'keys', extractors: { query: true } } },
  ]
  const plans = [
    plan('keys', 'apikey', { quota: { window: 60, perWindow: 50, perDay: 1000 } }),
    plan('tokens', 'jwt', { secret: given['secret of tokens'] }),
    plan('own-tokens', 'oauth2-local', {}),
    plan('remote', 'oauth2-remote', {
      introspectionUrl: `${issuer}/introspect`,
      clientId: 'gateway',
      clientSecret: given['secret for introspection'],
    }),
  ]
  await box.apis.create({
    body: {
      ...{ id: 'shop', name: 'Shop', domain: '', context_path: '/shop' },
      ...{ capture: true, debug_flow: true },
      backends: [{ id: 'main', backend: { targets: [{ hostname: '127.0.0.1', port }] } }],
      flows: [{ id: 'f', plugins: { slots } }],
      routes: [{ id: 'all', backend: 'main', flow_ref: 'f', frontend: { paths: ['/orders'] } }],
      documentation: { plans: plans as never },
    },
  })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const subscribe = async (plan_ref: string) => {
    const { id, credentials } = await box.subscriptions.create({
      body: { api_ref: 'shop', plan_ref, owner_ref: 'ann' },
    })
    return { id: id as string, ...(credentials as { clientId: string; clientSecret: string }) }
  }
  const [keys, local] = [await subscribe('keys'), await subscribe('own-tokens')]
  const { clientSecret: rotated } = await box.subscriptions.rotate({ id: keys.id, body: {}, revokePrevious: true })
  const token = jwt(given['secret of tokens'], { sub: 'bob', exp: Date.now() / 1000 + 60 })
  const forged = jwt('another-secret-that-nobody-trusts', { sub: 'bob', exp: Date.now() / 1000 + 60 })
  const opaque = 'opaque-token-of-carol-0123456789'

  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const leaving = new AbortController()
  const tails = [`${url}/api/gateway/tail?api=shop`, `${adminUrl}/tail`].map(async (path) => {
    const { body } = await fetch(path, { headers: admin, signal: leaving.signal })
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) tailed.push(chunk)
  })
  const tailed: string[] = []
  await expect.poll(() => tailed.length).toBe(2)
  const issued = await fetch(`${gatewayUrl}/shop/.well-known/oauth/token`, {
    method: 'POST',
    headers: { Authorization: basic(local.clientId, local.clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  expect(issued.status).toBe(200)
  const { access_token: ownToken } = (await issued.json()) as { access_token: string }
  told.push(await (await fetch(`${gatewayUrl}/shop/.well-known/jwks.json`)).text())
  const call = async (headers: Record<string, string>, query = '') => {
    const response = await fetch(`${gatewayUrl}/shop/orders${query}`, { headers })
    told.push(JSON.stringify([...response.headers]), await response.text())
    return response.status
  }
  const requests: readonly [status: number, headers: Record<string, string>, query?: string][] = [
    [200, { 'Gateway-Client-Id': keys.clientId, 'Gateway-Client-Secret': rotated }],
    [200, { Authorization: basic(keys.clientId, rotated) }],
    [200, { Authorization: `Bearer ${keys.clientId}:${rotated}` }],
    [200, { 'X-API-Key': `${keys.clientId}:${rotated}` }],
    [200, {}, `?page=1&client_id=${keys.clientId}&client_secret=${rotated}`],
    [200, { Authorization: `Bearer ${token}` }],
    [200, { Authorization: `Bearer ${ownToken}` }],
    [200, { Authorization: `Bearer ${opaque}` }],
    [401, { 'Gateway-Client-Id': keys.clientId, 'Gateway-Client-Secret': keys.clientSecret }],
    [401, { 'Gateway-Client-Id': keys.clientId, 'Gateway-Client-Secret': given['guessed secret'] }],
    [401, { Authorization: basic('ann', given['guessed password']) }],
    [401, {}, `?client_id=${keys.clientId}&client_secret=${given['guessed secret']}`],
  ]
  const statuses: number[] = []
  for (const [, headers, query] of requests) statuses.push(await call(headers, query))
  expect(statuses).toEqual(requests.map(([status]) => status))

  await expect.poll(() => tailed.join('').match(/"kind":"request"/g)?.length).toBeGreaterThan(2 * requests.length)
  leaving.abort()
  await Promise.allSettled(tails)
  told.push(...tailed)

  /** Everything that the control plane and the port for operators say about it. */
  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${path.startsWith('/api') ? url : adminUrl}${path}`, {
      ...init,
      headers: { ...admin, 'Content-Type': 'application/json' },
    })
    const text = await response.text()
    told.push(text)
    expect([path, response.status]).toEqual([path, 200])
  }
  const explained = {
    url: `http://shop.example/shop/orders?client_id=${keys.clientId}&client_secret=${rotated}`,
    headers: { authorization: `Bearer ${token}`, 'gateway-client-secret': rotated },
  }
  await read('/api/gateway/_explain', { method: 'POST', body: JSON.stringify(explained) })
  for (const path of ['apis', 'apis/shop', 'apis/shop/routes', 'apis/shop/deployments?deployments=full', 'routes'])
    await read(`/api/${path}`)
  for (const path of ['apis.ndjson', 'apis/deployments.ndjson', 'gateway', 'gateway/backends', 'gateway/usage'])
    await read(`/api/${path}`)
  for (const path of [
    'api-subscriptions',
    'credentials',
    'credentials.ndjson',
    `api-subscriptions/${keys.id}/credentials`,
  ])
    await read(`/api/${path}`)
  await read('/metrics')
  for (const path of ['/captures', '/api/gateway/captures']) await read(`${path}?api=shop`)
  expect(told.at(-1)).toContain('/.well-known/oauth/token')
  const id = /"id":"([^"]+)"/.exec(tailed.join(''))?.[1]
  for (const path of ['/explain', '/api/gateway/decisions']) await read(`${path}/${id}`)
  const privateKeys = new Set<unknown>()
  for await (const unit of box.gatewaySource.snapshot())
    if (unit.kind === 'signing-key') privateKeys.add(unit.value?.privateJwk.d)
  const [privateKey] = privateKeys
  expect([privateKeys.size, privateKey]).toEqual([1, expect.any(String)])
  await server.close()
  told.push(await readFile(log, 'utf8'))

  const atBackend = seenByBackend.join('\n')
  const secrets: Readonly<Record<string, string>> = {
    ...given,
    'first secret': keys.clientSecret,
    'rotated secret': rotated,
    'secret of a token client': local.clientSecret,
    'signature of a token': token.split('.')[2] as string,
    'signature of a forged token': forged.split('.')[2] as string,
    'signature of an issued token': ownToken.split('.')[2] as string,
    'opaque token': opaque,
    'private key': privateKey as string,
  }
  const everything = told.join('\n')
  expect(everything.length).toBeGreaterThan(10_000)
  for (const [what, secret] of Object.entries(secrets))
    for (const form of formsOf(secret)) {
      expect(everything.includes(form), `${what} in logs and responses`).toBe(false)
      // Backends get the tokens of others: they may want to read their claims.
      if (secret !== opaque && !token.endsWith(secret))
        expect(atBackend.includes(form), `${what} at the backend`).toBe(false)
    }
})

/** How a text may be written. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2),
  Buffer.from(secret).toString('hex'),
]

/** An error with its causes, as logs print it. */
const shown = (error: unknown): string =>
  error instanceof Error ? `${error.stack}\n${error.cause === undefined ? '' : shown(error.cause)}` : String(error)
