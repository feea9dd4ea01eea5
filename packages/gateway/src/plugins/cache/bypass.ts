import type { Exchange } from '../../pipeline/exchange.ts'
import { cookieNames } from '../../request/cookie-value.ts'

/** Whether the cache stays out of the way of a request, neither answering it nor storing its response. */
export const isBypassed = ({ draft, method, headers, hasBody }: Exchange, isPublic: boolean): boolean =>
  draft ||
  (method !== 'GET' && method !== 'HEAD') ||
  hasBody ||
  (!isPublic && headers.has('authorization')) ||
  others.some((name) => headers.has(name))

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const isSafe = (method: string): boolean => safe.has(method)

/** Whether a request has cookies, apart from those that the gateway sets for itself. */
export const hasCookies = ({ headers }: Exchange): boolean =>
  headers.has('cookie') && cookieNames(headers).some((name) => !name.startsWith('signalbox-'))

const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])

/**
 * Ranges and preconditions on states, which the backend judges, WebSockets, and headers by which some backends take a GET for another
 * method.
 */
const others = [
  ...['range', 'if-range', 'if-match', 'if-unmodified-since'],
  ...['sec-websocket-key', 'x-http-method-override', 'x-http-method', 'x-method-override'],
]
