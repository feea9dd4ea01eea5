import * as oauth from 'oauth4webapi'
import { Agent, fetch } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { issuingApi } from '../consumers/token-endpoint/issuing.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { listen } from './listen.ts'

/** A data plane that issues tokens over HTTPS, as a strict client of OAuth knows it. The API has no domain. */
async function start() {
  const world = await issuingApi({ api: { domain: '' } })
  const listened = await listen(world.gateway, {
    ...{ host: '127.0.0.1', port: 0 },
    tls: { cert: certificates.address, key: certificates.addressKey },
  })
  const dispatcher = new Agent({ connect: { ca: certificates.address } })
  onTestFinished(async () => {
    await dispatcher.close()
    await listened.close({ drainMs: 0 })
  })
  const base = `https://127.0.0.1:${listened.port}/v1`
  const server: oauth.AuthorizationServer = {
    issuer: 'https://127.0.0.1/v1',
    token_endpoint: `${base}/.well-known/oauth/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
  }
  const options = {
    [oauth.customFetch]: (url: string, init: object) => fetch(url, { ...init, dispatcher } as never) as never,
    [oauth.clockSkew]: Math.round((world.now() - Date.now()) / 1000),
  }
  return { ...world, base, server, options, fetch: (url: string, init: object) => fetch(url, { ...init, dispatcher }) }
}

describe('oauth4webapi, a strict client of OAuth', () => {
  it.each([
    ['HTTP Basic', oauth.ClientSecretBasic],
    ['the body', oauth.ClientSecretPost],
  ])(
    'gets an access token with credentials in %s, verifies it by the published keys, and calls the API',
    async (_, by) => {
      const { machine, base, server, options, fetch } = await start()
      const client = { client_id: machine.clientId }
      const sent = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        by(machine.clientSecret),
        { scope: 'read' },
        options as never,
      )
      const found = await oauth.processClientCredentialsResponse(server, client, sent)
      expect(found).toMatchObject({ token_type: 'bearer', expires_in: 60, scope: 'read' })
      const headers = { Authorization: `Bearer ${found.access_token}` }
      const claims = await oauth.validateJwtAccessToken(
        server,
        new Request(base, { headers }),
        'shop',
        options as never,
      )
      expect(claims).toMatchObject({ sub: machine.clientId, client_id: machine.clientId, scope: 'read' })
      const response = await fetch(`${base}/orders`, { headers })
      expect([response.status, response.headers.get('x-consumer')]).toEqual([200, 'acme'])
    },
  )

  it('understands the errors', async () => {
    const { machine, server, options } = await start()
    const client = { client_id: machine.clientId }
    const ask = async (secret: string, parameters: Record<string, string>) => {
      const by = oauth.ClientSecretBasic(secret)
      const sent = await oauth.clientCredentialsGrantRequest(server, client, by, parameters, options as never)
      return oauth.processClientCredentialsResponse(server, client, sent)
    }
    await expect(ask('wrong', {})).rejects.toThrow(oauth.WWWAuthenticateChallengeError)
    await expect(ask(machine.clientSecret, { scope: 'all' })).rejects.toMatchObject({ error: 'invalid_scope' })
  })
})
