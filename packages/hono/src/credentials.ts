import type { Credentials } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/** The names of the headers that carry a pair. */
export interface CredentialHeaders {
  /** @default 'Service-Client-Id' */
  readonly clientIdHeader?: string
  /** @default 'Service-Client-Secret' */
  readonly clientSecretHeader?: string
}

/** A client id and its secret. */
interface Pair {
  readonly clientId: string
  readonly clientSecret: string
}

/** The names of the headers that carry a pair, each its own or the usual one. */
export const headerNames = ({
  clientIdHeader = 'Service-Client-Id',
  clientSecretHeader = 'Service-Client-Secret',
}: CredentialHeaders): Required<CredentialHeaders> => ({ clientIdHeader, clientSecretHeader })

/**
 * The cookie of the dashboard's sessions. Under https its name has a prefix: then a browser takes it from this very host alone, and
 * from no sub-domain or plain connection that would like to plant one (RFC 6265bis, 4.1.3.2).
 */
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-signalbox_session' : 'signalbox_session')

/**
 * What a request carries to say who calls: the pair of headers, else `Authorization` with HTTP Basic (RFC 7617, UTF-8) or with
 * `Bearer <id>:<secret>`, else `X-API-Key: <id>:<secret>`, else the session cookie.
 */
export function readCredentials({ headers }: Request, names: CredentialHeaders, isSecure: boolean): Credentials {
  const { clientIdHeader, clientSecretHeader } = headerNames(names)
  const clientId = headers.get(clientIdHeader)
  const clientSecret = headers.get(clientSecretHeader)
  if (clientId !== null || clientSecret !== null) return { clientId: clientId ?? '', clientSecret: clientSecret ?? '' }
  const authorization = headers.get('Authorization')
  if (authorization !== null) return readBearer(authorization) ?? readBasic(authorization)
  const apiKey = headers.get('X-API-Key')
  if (apiKey !== null) return splitPair(apiKey)
  const session = readCookie(headers.get('Cookie'), cookieName(isSecure))
  return session === undefined ? {} : { session }
}

/** The pair of an `Authorization` header: the first colon splits; what is not Basic is a pair that nobody has. */
export function readBasic(authorization: string): Pair {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? []
  return splitPair(fromBase64(encoded))
}

/** The pair of `Bearer <id>:<secret>`, as clients of OFREP send what they are given as a token. */
function readBearer(authorization: string): Pair | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  return token === undefined ? undefined : splitPair(token)
}

/** The first colon splits; a text without one is a pair that nobody has. */
function splitPair(text: string): Pair {
  const colon = text.indexOf(':')
  return { clientId: text.slice(0, Math.max(0, colon)), clientSecret: text.slice(colon + 1) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function fromBase64(encoded: string): string {
  try {
    return utf8.decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
  } catch {
    return ''
  }
}

/** The session that a browser sends; with several, of which others may have set one, a text that no session has. */
function readCookie(header: string | null, cookie: string): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim().split('=')) ?? []
  const tokens = new Set(pairs.filter(([name]) => name === cookie).map(([, token = '']) => token))
  return tokens.size > 1 ? '' : [...tokens][0]
}

/** A cookie that sets a session, for so many seconds, or, with the empty text, ends it. */
export function sessionCookie(token: string, isSecure: boolean, maxAge: number): string {
  const life = token === '' ? 0 : maxAge
  return `${cookieName(isSecure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${isSecure ? '; Secure' : ''}`
}

/**
 * Refuses a request that another site made a browser send with our cookie: `Sec-Fetch-Site` or `Origin`, where present,
 * must be ours. Programs send neither, and pass.
 */
export function refuseOtherSites({ headers, url }: Request): void {
  const site = headers.get('Sec-Fetch-Site')
  const origin = headers.get('Origin')
  const isOurs = origin === null || isSameOrigin(origin, new URL(url), headers.get('Host'))
  if ((site === null || site === 'same-origin' || site === 'none') && isOurs) return
  throw new SignalboxError(
    'FORBIDDEN',
    'A session serves pages of its own origin only; other programs use an api key',
    {
      errors: [{ message: 'error.origin', args: [] }],
    },
  )
}

/** By host and port. A page under https may call through a proxy that speaks http to us, never the other way round. */
function isSameOrigin(text: string, { protocol, host }: URL, hostHeader: string | null): boolean {
  if (!URL.canParse(text)) return false
  const origin = new URL(text)
  return origin.host === (hostHeader ?? host) && (origin.protocol === protocol || origin.protocol === 'https:')
}
