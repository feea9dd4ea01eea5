import type { CompiledRoute } from '@signalbox/core/gateway'
import { isKeySlot } from '../../consumers/key-facts.ts'
import { secretHeadersOf } from '../../observe/secrets.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import { cookieNames } from '../../request/cookie-value.ts'

/**
 * Whether the cache stays out of the way of a request, neither answering it nor storing its response. `credentials` are the
 * headers of `credentialHeaders`; they do not matter for requests whose responses are the same for everyone.
 */
export const isBypassed = (
  { draft, method, headers, hasBody, out }: Exchange,
  isPublic: boolean,
  credentials: readonly string[],
): boolean =>
  draft ||
  (method !== 'GET' && method !== 'HEAD') ||
  hasBody ||
  (!isPublic && (headers.has('authorization') || credentials.some((name) => out.has(name)))) ||
  others.some((name) => headers.has(name))

/**
 * The headers in which the plugins of a route take credentials. If the backend gets them, its response may be for one user, of
 * whom the consumer says too little: a claim such as the company of the user.
 */
export const credentialHeaders = (route: CompiledRoute): readonly string[] => [
  ...secretHeadersOf(route),
  ...(route.plugins.some(isKeySlot) ? ['gateway-client-id', 'gateway-client-secret', 'x-api-key'] : []),
]

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const isSafe = (method: string): boolean => safe.has(method)

/** Whether a request has cookies, apart from cookies that the gateway sets for itself. */
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
