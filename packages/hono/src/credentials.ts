import type { Credentials } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core'

/** The names of the headers that carry a pair. */
export interface CredentialHeaders {
  /** @default 'Service-Client-Id' */
  readonly clientIdHeader?: string
  /** @default 'Service-Client-Secret' */
  readonly clientSecretHeader?: string
}

/** The cookie of the dashboard's sessions. */
export const SESSION_COOKIE = 'signalbox_session'

/** What a request carries to say who calls: the pair of headers, else HTTP Basic (RFC 7617, UTF-8), else the session cookie. */
export function readCredentials({ headers }: Request, names: CredentialHeaders = {}): Credentials {
  const { clientIdHeader = 'Service-Client-Id', clientSecretHeader = 'Service-Client-Secret' } = names
  const clientId = headers.get(clientIdHeader)
  const clientSecret = headers.get(clientSecretHeader)
  if (clientId !== null || clientSecret !== null) return { clientId: clientId ?? '', clientSecret: clientSecret ?? '' }
  const authorization = headers.get('Authorization')
  if (authorization !== null) return readBasic(authorization)
  const session = readCookie(headers.get('Cookie'))
  return session === undefined ? {} : { session }
}

/** The first colon splits; what is not Basic is a pair that nobody has. */
function readBasic(authorization: string): Credentials {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? []
  const text = fromBase64(encoded)
  const colon = text.indexOf(':')
  return { clientId: text.slice(0, Math.max(0, colon)), clientSecret: text.slice(colon + 1) }
}

function fromBase64(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
  } catch {
    return ''
  }
}

function readCookie(header: string | null): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim().split('='))
  return pairs?.find(([name]) => name === SESSION_COOKIE)?.[1] || undefined
}

/** A cookie that sets a session, or, with the empty text, ends it. */
export function sessionCookie(token: string, { url }: Request, maxAge: number): string {
  const secure = url.startsWith('https:') ? '; Secure' : ''
  return `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${token === '' ? 0 : maxAge}${secure}`
}

/**
 * Refuses a request that another site made a browser send with our cookie: `Sec-Fetch-Site` or `Origin`, where present,
 * must be ours. Programs send neither, and pass.
 */
export function refuseOtherSites({ headers, url }: Request): void {
  const site = headers.get('Sec-Fetch-Site')
  const origin = headers.get('Origin')
  const host = headers.get('Host') ?? new URL(url).host
  if ((site === null || site === 'same-origin' || site === 'none') && (origin === null || hostOf(origin) === host))
    return
  throw new SignalboxError(
    'FORBIDDEN',
    'A session serves pages of its own origin only; other programs use an api key',
    {
      errors: [{ message: 'error.origin', args: [] }],
    },
  )
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
