import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'

/** An account of the test provider. */
export interface TestAccount {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** Listens on a free port of this machine. The provider itself comes later, because it must know the addresses of both. */
export async function startIssuer() {
  const http = createServer((_, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => stop(http))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { http, issuer }
}

const stop = (http: Server): void => {
  http.close()
  http.closeAllConnections()
}

/** A key for signatures, as a JWK with its private part. */
export function signingKey(kid: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
}

/** The client of the tests. */
export const client = { id: 'signalbox', secret: 'the-secret-of-the-client' }

interface ProviderOptions {
  readonly http: Server
  readonly issuer: string
  readonly redirectUri: string
  readonly keys: readonly object[]
  /** Who is signed in at the provider. */
  readonly account: () => TestAccount
}

/** What this file uses of the package, which has no types. */
interface GrantContext {
  readonly oidc: {
    readonly session?: { readonly accountId?: string }
    readonly client?: { readonly clientId: string }
    readonly provider: {
      readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    }
  }
}
interface Interactions {
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
}

/** Runs a real OpenID provider, in which one account is always signed in, and consents. */
export function runProvider({ http, issuer, redirectUri, keys, account }: ProviderOptions): void {
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [...keys] } as never,
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of the tests'] },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ ...account(), sub: id }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: async (context: GrantContext) => {
      const { session, client: of } = context.oidc
      const grant = new context.oidc.provider.Grant({ clientId: of!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  const { interactionFinished } = provider as unknown as Interactions
  http.removeAllListeners('request')
  http.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    await interactionFinished.call(provider, request, response, { login: { accountId: account().sub } })
  })
}
