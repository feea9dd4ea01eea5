import type * as OpenidClient from 'openid-client'
import type { Settings } from '../settings/settings.ts'
import { providerFetch } from './provider-fetch.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** A sign-in that has begun: what the browser keeps, and what the provider must tell again. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string
}

/** What the provider says of an account. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/** An identity provider. */
export interface Provider {
  /** Begins a sign-in: the page of the provider to which the browser goes. */
  begin(): Promise<{ readonly url: URL; readonly flow: Flow }>
  /** Reads the URL to which the provider has redirected. Throws a `SignInFailure` if anything does not fit. */
  finish(url: URL, flow: Flow): Promise<Claims>
}

export type ProviderSettings = Pick<
  Settings,
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcClientSecret'
  | 'oidcScopes'
  | 'oidcAlgorithm'
  | 'oidcUserClaim'
  | 'oidcGroupsClaim'
>

/** How long a call to the provider may take, in seconds. */
const TIMEOUT = 10
/** How far the clock of the provider may differ, in seconds. */
const TOLERANCE = 60
/** How long the addresses of a provider are used before they are read again, in milliseconds. */
const METADATA_MS = 5 * 60_000

/**
 * Connects to an identity provider at the first sign-in, so that a start does not need it. Its addresses are read again every
 * five minutes, and its keys at each sign-in, so that they may change at any time. Claims that are wanted and that the ID token
 * does not have are read from the userinfo endpoint, if there is one.
 */
export function createProvider(
  settings: ProviderSettings,
  redirectUri: string,
  wanted: readonly string[] = claimsOfUsers(settings),
): Provider {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: secret } = settings
  const isPlain = issuer.startsWith('http:')
  const fetch = providerFetch()
  let known: { readonly until: number; readonly metadata: Promise<OpenidClient.ServerMetadata> } | undefined

  async function discover(client: typeof OpenidClient): Promise<OpenidClient.ServerMetadata> {
    const execute = isPlain ? [client.allowInsecureRequests] : []
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      execute,
      timeout: TIMEOUT,
      [client.customFetch]: fetch,
    })
    return found.serverMetadata()
  }

  async function metadataOf(client: typeof OpenidClient): Promise<OpenidClient.ServerMetadata> {
    if (!known || known.until < performance.now())
      known = { until: performance.now() + METADATA_MS, metadata: discover(client) }
    try {
      return await known.metadata
    } catch (cause) {
      known = undefined
      const { cause: within } = cause as { cause?: unknown }
      if (within instanceof SignInFailure) throw new SignInFailure('unavailable', within.message)
      throw new SignInFailure('unavailable', `${issuer} cannot be reached: ${reasonOf(cause)}`)
    }
  }

  /** A configuration for one sign-in: it caches keys, which the next one reads again. */
  async function configure(client: typeof OpenidClient): Promise<OpenidClient.Configuration> {
    const metadata = await metadataOf(client)
    const config = new client.Configuration(
      metadata,
      clientId,
      { id_token_signed_response_alg: settings.oidcAlgorithm, [client.clockTolerance]: TOLERANCE },
      authenticationOf(client, metadata, secret),
    )
    config.timeout = TIMEOUT
    config[client.customFetch] = fetch
    if (isPlain) client.allowInsecureRequests(config)
    client.enableNonRepudiationChecks(config)
    return config
  }

  return {
    async begin() {
      const client = await import('openid-client')
      const config = await configure(client)
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.oidcScopes.join(' '),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { url, flow }
    },
    async finish(url, { state, nonce, verifier }) {
      const client = await import('openid-client')
      const config = await configure(client)
      try {
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims() as Claims
        // OpenID Connect Core, 3.1.3.7: a token was issued to its authorized party, not to its audience.
        if (claims.azp !== undefined && claims.azp !== clientId)
          throw new SignInFailure('rejected', `The ID token of ${issuer} was issued to another client (azp)`)
        const isWhole = wanted.every((name) => hasClaim(claims, name))
        if (isWhole || !config.serverMetadata().userinfo_endpoint) return claims
        return withUserInfo(claims, await client.fetchUserInfo(config, tokens.access_token, claims.sub))
      } catch (error) {
        throw toFailure(client, issuer, error)
      }
    },
  }
}

/** The claims that a user of the dashboard needs. */
const claimsOfUsers = ({ oidcUserClaim, oidcGroupsClaim }: ProviderSettings): readonly string[] => [
  oidcUserClaim,
  oidcGroupsClaim,
  ...(oidcUserClaim === 'email' ? ['email_verified'] : []),
]

/** As OpenID Connect Discovery has it: Basic, unless the provider says that it takes only the body. */
function authenticationOf(
  client: typeof OpenidClient,
  { token_endpoint_auth_methods_supported: methods }: OpenidClient.ServerMetadata,
  secret: string,
): OpenidClient.ClientAuth {
  if (secret === '') return client.None()
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

const hasClaim = (claims: Claims, name: string): boolean =>
  claims[name.split('.')[0] as string] !== undefined || name in claims

/** Claims of the token come first. Userinfo vouches for an e-mail address only if it is that of the token. */
function withUserInfo(claims: Claims, info: Readonly<Record<string, unknown>>): Claims {
  const { email_verified: verified, ...others } = info
  const isSameEmail = claims.email === undefined || claims.email === info.email
  return { ...others, ...(verified !== undefined && isSameEmail && { email_verified: verified }), ...claims }
}

/** Causes have tokens and personal data: they are left out, since failures are logged. */
function toFailure(client: typeof OpenidClient, issuer: string, error: unknown): SignInFailure {
  const { cause } = error as { cause?: unknown }
  for (const one of [error, cause]) if (one instanceof SignInFailure) return one
  if (error instanceof client.AuthorizationResponseError) {
    const what = error.error === 'access_denied' ? 'denied' : 'rejected'
    return new SignInFailure(what, `${issuer} did not sign in the user: ${plain(error.error)}`)
  }
  const isNetwork = error instanceof TypeError || (error as { code?: string }).code === 'OAUTH_TIMEOUT'
  if (isNetwork) return new SignInFailure('unavailable', `${issuer} cannot be reached: ${reasonOf(error)}`)
  return new SignInFailure('rejected', `The response of ${issuer} is rejected: ${reasonOf(error)}`)
}

/** The words of an error, without values that came with it. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: unknown; cause?: { code?: unknown } }
  const codes = [code, cause?.code].filter((one) => typeof one === 'string' && one !== '')
  return plain([message ?? 'unknown error', ...codes].join(', '))
}

/** Texts of others in one line of the log. */
const plain = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 300)
