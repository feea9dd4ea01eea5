/** The cookies of a portal: the session, and which forms of a browser have been sent. */
export interface Cookies {
  readonly session: string | undefined
  readonly once: readonly string[]
}

/** A request without cookies. */
export const noCookies: Cookies = { session: undefined, once: [] }

/** How long a session lasts without use, in seconds. */
const SESSION = 12 * 3600
/** How many forms a browser remembers. */
const FORMS = 20

/** Under https, browsers accept the cookies only from this exact host (RFC 6265bis, section 4.1.3.2). */
const nameOf = (name: 'portal' | 'portal_once', isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}signalbox_${name}`

/** Reads the cookies. Of several sessions, an attacker may have set some: there is none, then. */
export function readCookies(header: string | undefined, isSecure: boolean): Cookies {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  const all = (name: 'portal' | 'portal_once') => [
    ...new Set(pairs.filter(([one]) => one === nameOf(name, isSecure)).map(([, value = '']) => value)),
  ]
  const [session, another] = all('portal')
  return {
    session: another === undefined && session !== '' ? session : undefined,
    once: all('portal_once').flatMap((one) => one.split('.')),
  }
}

/** The header that begins, extends or, with an empty token, ends a session. */
export const sessionCookie = (token: string, isSecure: boolean): string =>
  cookie(nameOf('portal', isSecure), token, { isSecure, life: token === '' ? 0 : SESSION })

/** The header that remembers that a form was sent. */
export const onceCookie = (once: readonly string[], isSecure: boolean): string =>
  cookie(nameOf('portal_once', isSecure), once.slice(-FORMS).join('.'), { isSecure, life: SESSION })

const cookie = (name: string, value: string, { isSecure, life }: { isSecure: boolean; life: number }): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${isSecure ? '; Secure' : ''}`
