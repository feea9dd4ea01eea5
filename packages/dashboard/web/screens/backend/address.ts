import type { Target } from './settings.ts'

/** What an address says about a target, and the path that a pasted URL has. */
export interface ReadAddress {
  readonly hostname: string
  readonly port?: number
  /** Only if the address has a scheme. */
  readonly tls?: boolean
  /** The path of a URL, if it has more than a slash. */
  readonly root?: string
}

/** Reads `host`, `host:port` or a URL that was pasted; a sentence if it is none. */
export function readAddress(typed: string): ReadAddress | string {
  const text = typed.trim()
  if (text === '') return 'Type a host name, such as orders.internal:8080'
  const [, scheme, rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(text) ?? []
  const tls = scheme === undefined ? undefined : schemes.get(scheme.toLowerCase())
  if (scheme !== undefined && tls === undefined) return `The scheme ${scheme} is not known: use http or https`
  const [, authority = '', path = ''] = /^([^/?#]*)([^?#]*)/.exec(rest) ?? []
  if (scheme === undefined && rest !== authority) return 'Only a URL with http:// or https:// can have a path'
  if (authority.includes('@')) return 'Leave out the user name and the password'
  const [, brackets, host = '', digits] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(authority) ?? [
    ...'',
    '',
    authority,
  ]
  const hostname = brackets ?? (isIpv6(authority) ? authority : host)
  if (!isHost(hostname)) return `${authority === '' ? 'Nothing' : authority} is not a host name`
  const port = digits === undefined || digits === '' ? undefined : Number(digits)
  if (port !== undefined && (port < 1 || port > 65_535)) return 'Ports go from 1 to 65535'
  const root = path.replace(/\/$/, '')
  return {
    hostname,
    ...(port !== undefined && { port }),
    ...(tls !== undefined && { tls }),
    ...(root !== '' && { root }),
  }
}

const schemes = new Map([
  ['http', false],
  ['https', true],
])

const isIpv6 = (text: string): boolean => /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(text)
const isHost = (text: string): boolean => /^[\w.-]+$/.test(text) || isIpv6(text)

/** The address of a target as it is edited: `orders.internal:8080`. */
export const addressText = ({ hostname, port }: Pick<Target, 'hostname' | 'port'>): string => {
  const host = isIpv6(hostname) ? `[${hostname}]` : hostname
  return port === undefined ? host : `${host}:${port}`
}

/** The port that a target is called on. */
export const portOf = ({ port, tls }: Pick<Target, 'port' | 'tls'>): number => port ?? (tls ? 443 : 80)
