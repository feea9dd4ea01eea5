/**
 * What becomes of a header of a request before anything else looks at it.
 *
 * | rule | what happens |
 * |---|---|
 * | `hop` | dropped: it concerns this connection only (RFC 9110, section 7.6.1), or is a pseudo header |
 * | `proxy` | dropped: only proxies may send it, and it is not used |
 * | others | read by the code that has the name; see `readRequest` |
 */
export type HeaderRule =
  | 'hop'
  | 'proxy'
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
  ...[
    ...['x-forwarded-prefix', 'x-forwarded-server', 'x-forwarded-user', 'x-real-ip', 'x-original-url'],
    ...['x-rewrite-url', 'x-original-host', 'client-cert-chain', 'x-client-cert'],
  ].map((name) => [name, 'proxy'] as const),
])

/** The rule of a header, by its name in lower case; `undefined`: it is passed on. */
export function ruleOf(lower: string): HeaderRule | undefined {
  const rule = rules.get(lower)
  if (rule !== undefined) return rule
  return lower.startsWith('gateway-') || lower.startsWith('x-ssl-') ? 'proxy' : undefined
}

/**
 * Whether a header name with underscores is the twin of a name with a rule: some servers treat `Content_Length` and
 * `Content-Length` alike.
 */
export const isTwin = (lower: string): boolean => ruleOf(lower.replaceAll('_', '-')) !== undefined

/** Headers that `Connection` must not name. */
export const framing: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding'])

/** Headers of responses that are not passed on. `Transfer-Encoding` is set anew. */
export const responseHops: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'http2-settings'],
])
