import type { Credentials } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import type { WireRequest } from '@signalbox/core/wire'
import type { CallRequest } from './call-request.ts'

/** The names of the headers that carry a client id and its secret. */
export interface CredentialHeaders {
  /** @default 'Service-Client-Id' */
  readonly clientIdHeader?: string
  /** @default 'Service-Client-Secret' */
  readonly clientSecretHeader?: string
}

/** What is read of a request here. */
type Asked = Pick<WireRequest, 'headers' | 'url'>

/** A client id and its secret. */
interface Pair {
  readonly clientId: string
  readonly clientSecret: string
}

/** The names of the two headers, with their defaults. */
export const headerNames = ({
  clientIdHeader = 'Service-Client-Id',
  clientSecretHeader = 'Service-Client-Secret',
}: CredentialHeaders): Required<CredentialHeaders> => ({ clientIdHeader, clientSecretHeader })

/**
 * The name of the session cookie. Under https it has the prefix `__Host-`, so that browsers accept it only from this
 * exact host, not from a subdomain or an unencrypted connection (RFC 6265bis, section 4.1.3.2).
 */
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-signalbox_session' : 'signalbox_session')

/**
 * Reads the credentials of a request: the two headers, else `Authorization` with HTTP Basic (RFC 7617, UTF-8),
 * `Bearer <id>:<secret>` or `Bearer <gateway key>`, else `X-API-Key: <id>:<secret>`, else the session cookie. An empty header
 * is none.
 */
export function readCredentials(
  { headers }: Pick<Asked, 'headers'>,
  { clientIdHeader, clientSecretHeader }: Required<CredentialHeaders>,
  isSecure: () => boolean,
): Credentials {
  const clientId = headers.get(clientIdHeader) ?? ''
  const clientSecret = headers.get(clientSecretHeader) ?? ''
  if (clientId !== '' || clientSecret !== '') return { clientId, clientSecret }
  const authorization = headers.get('authorization')
  if (authorization) return readBearer(authorization) ?? readBasic(authorization)
  const apiKey = headers.get('x-api-key')
  if (apiKey) return splitPair(apiKey)
  const session = readCookie(headers.get('cookie'), isSecure)
  return session === undefined ? {} : { session }
}

/**
 * The id and secret in a Basic `Authorization` header, split at the first colon. For anything else returns an empty id,
 * which is never valid.
 */
export function readBasic(authorization: string): Pair {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? []
  return splitPair(fromBase64(encoded))
}

/** The id and secret in `Bearer <id>:<secret>`, the form in which OFREP clients send a token, or a gateway key. */
function readBearer(authorization: string): Pair | Pick<Credentials, 'gatewayKey'> | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (token === undefined) return undefined
  return isGatewayKey(token) ? { gatewayKey: token } : splitPair(token)
}

/** Client ids may begin like gateway keys, but secrets follow them after a colon. */
const isGatewayKey = (token: string): boolean => token.startsWith('sbxg_') && !token.includes(':')

/** Which credentials a request has, valid or not; `undefined` for none, and for ones that have no id and secret. */
export function sentCredentials(
  request: Pick<Asked, 'headers'>,
  names: Required<CredentialHeaders>,
  isSecure: () => boolean,
): 'key' | 'session' | undefined {
  const { clientId, gatewayKey, session } = readCredentials(request, names, isSecure)
  return clientId || gatewayKey !== undefined ? 'key' : session === undefined ? undefined : 'session'
}

/** Whether a request has a gateway key. */
export function hasGatewayKey({ headers }: Asked): boolean {
  const authorization = headers.get('authorization')
  return authorization !== null && 'gatewayKey' in (readBearer(authorization) ?? {})
}

/** Splits at the first colon. Without a colon the id is empty, which is never valid. */
function splitPair(text: string): Pair {
  const colon = text.indexOf(':')
  return { clientId: text.slice(0, Math.max(0, colon)), clientSecret: text.slice(colon + 1) }
}

const ASCII = /^[\0-\x7f]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function fromBase64(encoded: string): string {
  try {
    const bytes = atob(encoded)
    return ASCII.test(bytes) ? bytes : utf8.decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
  } catch {
    return ''
  }
}

/**
 * The session token in the `Cookie` header. With several different ones, of which an attacker may have set some,
 * returns an empty token, which is never valid.
 */
function readCookie(header: string | null, isSecure: () => boolean): string | undefined {
  if (header === null) return undefined
  const cookie = cookieName(isSecure())
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  const tokens = new Set(pairs.filter(([name]) => name === cookie).map(([, token = '']) => token))
  return tokens.size > 1 ? '' : [...tokens][0]
}

/** The `Set-Cookie` value of a session for `maxAge` seconds. An empty token ends the session. */
export function sessionCookie(token: string, isSecure: boolean, maxAge: number): string {
  const life = token === '' ? 0 : maxAge
  return `${cookieName(isSecure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${isSecure ? '; Secure' : ''}`
}

/** A header that pages of other sites cannot send without our consent (CORS). */
const OWN_HEADER = 'X-Requested-With'

/**
 * Rejects requests that another site made the browser send with our cookie: `Sec-Fetch-Site` and `Origin`, if present,
 * must be ours. Other programs send neither header and pass. For GET and HEAD one of them, or `X-Requested-With`, is required:
 * browsers send neither when they follow a link to a page without https.
 */
export function refuseOtherSites({ method, headers, url }: Pick<CallRequest, 'method' | 'headers' | 'url'>): void {
  const site = headers.get('Sec-Fetch-Site')
  const origin = headers.get('Origin')
  const isOurs = origin === null || isSameOrigin(origin, url, headers.get('Host'))
  const isLink = mayBeLink({ method, headers })
  if ((site === null || site === 'same-origin' || site === 'none') && isOurs && !isLink) return
  throw new SignalboxError(
    'FORBIDDEN',
    'The session cookie is accepted only from pages of the same origin: other programs must use an API key',
    {
      errors: [{ message: 'error.origin', args: [] }],
    },
  )
}

/** Whether a GET or HEAD may be a link that a browser follows: it has no proof that a link cannot give. */
export const mayBeLink = ({ method, headers }: Pick<CallRequest, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.get('Sec-Fetch-Site') === null &&
  headers.get('Origin') === null &&
  !headers.get(OWN_HEADER)

/**
 * Compares host and port. A page on https may reach us as http, through a proxy that ends TLS; never the other way
 * round. No page has the origin of an invalid host, which some hosts of HTTP let pass.
 */
export function isSameOrigin(text: string, url: string, hostHeader: string | null): boolean {
  if (!URL.canParse(text) || !URL.canParse(url)) return false
  const origin = new URL(text)
  const { protocol, host } = new URL(url)
  return origin.host === (hostHeader ?? host) && (origin.protocol === protocol || origin.protocol === 'https:')
}
