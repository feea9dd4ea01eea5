import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { routesOf } from '../pipeline/pipeline.fixture.ts'
import { staticRoutes } from '../served/static-routes.ts'
import { listen } from './listen.ts'

const client = { client_id: 'machine', client_secret: 'a secret of the machine' }
const gatewayClient = { client_id: 'gateway', client_secret: 'a secret of the gateway' }
const resource = 'https://shop.example'

/** An identity provider on this machine. Tokens for `resource` are JWTs, all others are opaque. */
async function startProvider() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const grants = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
  const provider = new Provider(issuer, {
    clients: [
      { ...client, ...grants, scope: 'read write' },
      { ...gatewayClient, ...grants },
    ],
    scopes: ['read', 'write'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          ...{ scope: 'read write', audience: 'shop', accessTokenFormat: 'jwt' },
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
  server.on('request', provider.callback())
  onTestFinished(() => void server.close())
  const basic = `Basic ${btoa(`${client.client_id}:${encodeURIComponent(client.client_secret)}`)}`
  /** Gets a token of the machine. */
  async function tokenWith(parameters: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...parameters })
    const response = await fetch(`${issuer}/token`, { method: 'POST', body, headers: { Authorization: basic } })
    const { access_token: token } = (await response.json()) as { access_token: string }
    return token
  }
  return { issuer, tokenWith, close: () => server.close() }
}

const prefix = 'cp:gateway.next.plugins.'

/** Two transports over one data plane that verifies tokens: a function each that calls it. */
async function startGateway(config: object) {
  const slots = [
    { plugin: `${prefix}OIDCJwtVerifier`, config },
    { plugin: `${prefix}StaticResponse`, config: { body: 'hello' } },
    { plugin: `${prefix}AdditionalHeadersOut`, config: { headers: { 'X-Consumer': '${consumer.id}' } } },
  ]
  const routes = routesOf({
    flows: [{ id: 'f', plugins: { slots } }],
    routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
    domain: '',
  } as never)
  const open = () => createGateway({ source: staticRoutes(routes), report: () => {} })
  const gateway = open()
  const listened = await listen(gateway, { host: '127.0.0.1', port: 0 })
  const other = open()
  onTestFinished(async () => {
    await listened.close({ drainMs: 0 })
    await gateway.close({ drainMs: 0 })
    await other.close({ drainMs: 0 })
  })
  const told = (response: Response) => response.headers.get('x-consumer') ?? response.status
  const headersOf = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
  return {
    byNode: async (token: string) => told(await fetch(`http://127.0.0.1:${listened.port}/`, headersOf(token))),
    byFetch: async (token: string) => told(await other.fetch(new Request('http://shop.example/', headersOf(token)))),
  }
}

describe('tokens of oidc-provider', () => {
  it('are verified by its keys', async () => {
    const { issuer, tokenWith } = await startProvider()
    const keys = { issuer, jwksUrl: `${issuer}/jwks`, audience: 'shop' }
    const token = await tokenWith({ resource, scope: 'read' })
    expect(token.split('.')).toHaveLength(3)
    const { byNode, byFetch } = await startGateway({ ...keys, scopes: ['read'] })
    expect([await byNode(token), await byFetch(token), await byNode(token)]).toEqual(['machine', 'machine', 'machine'])
    expect([await byNode(`${token.slice(0, -8)}AAAAAAAA`), await byFetch('nonsense')]).toEqual([401, 401])
    const strict = await startGateway({ ...keys, scopes: ['read', 'write'] })
    expect([await strict.byNode(token), await strict.byFetch(token)]).toEqual([403, 403])
    const others = await startGateway({ ...keys, audience: 'crm' })
    expect(await others.byNode(token)).toBe(401)
  })

  it('are introspected', async () => {
    const { issuer, tokenWith, close } = await startProvider()
    const { client_id: clientId, client_secret: clientSecret } = gatewayClient
    const server = { introspectionUrl: `${issuer}/token/introspection`, clientId, clientSecret, issuer }
    const token = await tokenWith({ scope: 'read' })
    expect(token).not.toContain('.')
    const { byNode, byFetch } = await startGateway({ ...server, scopes: ['read'] })
    expect([await byNode(token), await byFetch(token)]).toEqual(['client:machine', 'client:machine'])
    expect([await byNode('nonsense'), await byFetch('nonsense')]).toEqual([401, 401])
    const strict = await startGateway({ ...server, scopes: ['write'] })
    expect(await strict.byNode(token)).toBe(403)
    const guest = await startGateway({ ...server, clientSecret: 'wrong' })
    expect(await guest.byNode(token)).toBe(503)
    close()
    expect([await byNode(token), await byNode('unknown')]).toEqual(['client:machine', 503])
  })

  it('are not asked about where targets must not be', async () => {
    const { issuer, tokenWith } = await startProvider()
    const slots = [{ plugin: `${prefix}OIDCJwtVerifier`, config: { jwksUrl: `${issuer}/jwks` } }]
    const flows = [{ id: 'f', plugins: { slots } }]
    const routes = routesOf({ flows, routes: [{ id: 'all', backend: 'b', flow_ref: 'f' }], domain: '' } as never)
    const reported: unknown[] = []
    const gateway = createGateway({
      source: staticRoutes(routes),
      backends: { allow: ['10.0.0.0/8'] },
      report: (error) => void reported.push(error),
    })
    const listened = await listen(gateway, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => listened.close({ drainMs: 0 }))
    const headers = { Authorization: `Bearer ${await tokenWith({ resource })}` }
    expect((await fetch(`http://127.0.0.1:${listened.port}/`, { headers })).status).toBe(503)
    expect((await gateway.fetch(new Request('http://shop.example/', { headers }))).status).toBe(503)
    expect(reported.map(String).join()).toContain('is not called: backends.allow contains neither')
  })
})
