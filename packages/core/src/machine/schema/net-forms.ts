/** Tests for host names, headers and addresses in gateway configurations. All take any string. */

const LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?'
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`)
const NUMERIC_END = /(^|\.)\d+\.?$/
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const IPV4_WILDCARD = new RegExp(`^${OCTET}(?:\\.${OCTET}){0,2}\\.\\*$`)

/** A DNS name (underscores allowed), an IPv4 address, or an IPv6 address with or without brackets. */
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

/** A host name, with an optional port after a colon. */
export function isHostWithPort(text: string): boolean {
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(text) ?? []
  return isHostname(isIpv6(text) ? text : host) && (port === undefined || isPort(Number(port)) || isIpv6(text))
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535

/** The domain of an API: a host with an optional port, or `*.` followed by one. The empty string is any domain. */
export const isDomain = (text: string): boolean => text === '' || isHostWithPort(text.replace(/^\*\./, ''))

/** An address, a range in CIDR form (`10.0.0.0/8`), or an IPv4 address that ends with a star (`10.0.*`). */
export function isAddressRange(text: string): boolean {
  if (IPV4_WILDCARD.test(text)) return true
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const most = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1
  return most > 0 && Number(bits ?? 0) <= most
}

/** A header name (RFC 9110, section 5.6.2), 256 characters at most. */
export const isHeaderName = (text: string): boolean => /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,256}$/.test(text)

/**
 * A header value (RFC 9110, section 5.5): no line break, NUL or other control character, and Latin-1 characters only.
 */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)

/** An absolute http or https URL. */
export function isHttpUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !/^https?:\/\//i.test(text)) return false
  return URL.canParse(text)
}

/** The target of a redirect: an absolute http or https URL whose host is text, or a path. */
export const isRedirectTarget = (text: string): boolean =>
  /^\/(?![/\\])/.test(text)
    ? !/[\s\p{Cc}\\]/u.test(text)
    : /^https?:\/\/[^/$]/i.test(text) && isHttpUrl(text.replace(/\$\{\w+\}/g, '/'))

/** Base64 with padding (RFC 4648, section 4). */
export const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
