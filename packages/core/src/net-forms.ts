/** Names and numbers of hosts, headers and addresses, as the configuration of a gateway has them. All take any text. */

const LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?'
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`)
const NUMERIC_END = /(^|\.)\d+\.?$/
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const IPV4_WILDCARD = new RegExp(`^${OCTET}(?:\\.${OCTET}){0,2}\\.\\*$`)

/** A name of the DNS (underscores included), an IPv4 address, or an IPv6 address with or without brackets. */
export const isHostname = (text: string): boolean =>
  text.length <= 253 && (isDnsName(text) || isIpv4(text) || isIpv6(/^\[(.*)\]$/.exec(text)?.[1] ?? text))

const isDnsName = (text: string): boolean => NAME.test(text) && !NUMERIC_END.test(text)
const isIpv4 = (text: string): boolean => IPV4.test(text)

function isIpv6(text: string): boolean {
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(text)) return false
  try {
    return new URL(`http://[${text}]/`).hostname !== ''
  } catch {
    return false
  }
}

/** A host name, and a port behind a colon if it is not the default one. */
export function isHostWithPort(text: string): boolean {
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(text) ?? []
  return isHostname(isIpv6(text) ? text : host) && (port === undefined || isPort(Number(port)) || isIpv6(text))
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535

/** The domain of an API: a host with or without a port, or `*.` before one. Empty: any. */
export const isDomain = (text: string): boolean => text === '' || isHostWithPort(text.replace(/^\*\./, ''))

/** One address, a range in CIDR form (`10.0.0.0/8`), or an IPv4 address whose end is a star (`10.0.*`). */
export function isAddressRange(text: string): boolean {
  if (IPV4_WILDCARD.test(text)) return true
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const most = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1
  return most > 0 && Number(bits ?? 0) <= most
}

/** RFC 9110, 5.6.2. */
export const isHeaderName = (text: string): boolean => /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,256}$/.test(text)

/** RFC 9110, 5.5: no line break, NUL or other control character, and no character beyond Latin-1. */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)

/** An absolute address under http or https. */
export function isHttpUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !/^https?:\/\//i.test(text)) return false
  return URL.canParse(text)
}

/** Where a redirection leads: an absolute address under http or https, or a path. */
export const isRedirectTarget = (text: string): boolean =>
  /^\/(?![/\\])/.test(text) ? !/[\s\p{Cc}\\]/u.test(text) : isHttpUrl(text.replace(/\$\{\w+\}/g, 'x'))

/** RFC 4648, 4, with its padding. */
export const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
