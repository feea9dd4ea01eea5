/** A host and port as requests name them. */
export interface Authority {
  /** In lower case, without a trailing dot. IPv6 in brackets. */
  readonly host: string
  /** Absent: none was named, or the default of the scheme. */
  readonly port: number | undefined
}

const LABELS = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/
const IPV6 = /^\[[0-9a-f:.]{2,45}\]$/

/**
 * Reads `host[:port]` (RFC 9110, section 7.2) into its normal form; `undefined` if it is invalid. Internationalized
 * names must be sent in their ASCII form (`xn--…`).
 */
export function readAuthority(text: string, secure: boolean): Authority | undefined {
  const lower = text.toLowerCase()
  const colon = lower.lastIndexOf(':')
  const hasPort = colon > 0 && colon > lower.lastIndexOf(']')
  const port = hasPort ? readPort(lower.slice(colon + 1)) : undefined
  if (hasPort && port === undefined) return undefined
  const name = hasPort ? lower.slice(0, colon) : lower
  const host = name.length > 1 && name.endsWith('.') ? name.slice(0, -1) : name
  if (!LABELS.test(host) && !IPV6.test(host)) return undefined
  return { host, port: port === (secure ? 443 : 80) ? undefined : port }
}

/** Whether two authorities are the same. */
export const isSameAuthority = (a: Authority, b: Authority): boolean => a.host === b.host && a.port === b.port

/** A port from 1 to 65535; `undefined` if the text is none. */
export function readPort(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined
  const port = Number(text)
  return port >= 1 && port <= 65_535 ? port : undefined
}
