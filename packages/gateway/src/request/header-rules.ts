import { isHeldBack } from '@signalbox/core/gateway'

/**
 * How a header of a request is treated before anything else looks at it.
 *
 * | rule | what happens |
 * |---|---|
 * | `hop` | dropped: it concerns this connection only (RFC 9110, section 7.6.1), or is a pseudo header |
 * | `proxy` | dropped: it is the gateway that sets it |
 * | `held` | held back: backends may take it as proof of who calls. APIs name the headers that are passed on |
 * | others | read by the code that has the name; see `readRequest` |
 */
export type HeaderRule =
  | 'hop'
  | 'proxy'
  | 'held'
  | 'connection'
  | ':authority'
  | 'host'
  | 'content-length'
  | 'transfer-encoding'
  | 'te'
  | 'expect'
  | 'cookie'
  | 'x-request-id'
  | 'traceparent'
  | 'tracestate'
  | 'via'
  | 'max-forwards'
  | 'x-forwarded-for'
  | 'x-forwarded-proto'
  | 'x-forwarded-host'
  | 'x-forwarded-port'
  | 'forwarded'
  | 'client-cert'
  | 'gateway-client-id'
  | 'gateway-client-secret'

const own: readonly HeaderRule[] = [
  ...(['connection', 'host', 'content-length', 'transfer-encoding', 'te', 'expect', 'cookie'] as const),
  ...(['x-request-id', 'traceparent', 'tracestate', 'via', 'max-forwards'] as const),
  ...(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'forwarded'] as const),
  ...(['client-cert', 'gateway-client-id', 'gateway-client-secret'] as const),
  ':authority',
]

/** The rules by header name, in lower case. */
const rules: ReadonlyMap<string, HeaderRule> = new Map<string, HeaderRule>([
  ...own.map((name) => [name, name] as const),
  ...[
    ...['keep-alive', 'proxy-connection', 'proxy-authorization', 'trailer', 'upgrade', 'http2-settings'],
    ...[':method', ':scheme', ':path'],
  ].map((name) => [name, 'hop'] as const),
  ['x-forwarded-prefix', 'proxy'],
])

/** The rule of a header, by its name in lower case; `undefined`: it is passed on. */
export function ruleOf(lower: string): HeaderRule | undefined {
  const rule = rules.get(lower)
  if (rule !== undefined) return rule
  if (isHeldBack(lower)) return 'held'
  return lower.startsWith('gateway-') ? 'proxy' : undefined
}

/**
 * The rule of the name that a header name with underscores is the twin of: some servers treat `Content_Length` and
 * `Content-Length` alike.
 */
export const twinRule = (lower: string): HeaderRule | undefined => ruleOf(lower.replaceAll('_', '-'))

/** Headers that `Connection` must not name. */
export const framing: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding'])

/** Headers of responses that are not passed on. `Transfer-Encoding` is set anew. */
export const responseHops: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'http2-settings'],
])
