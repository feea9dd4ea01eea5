import { type Problem, problem } from '../machine/errors/errors.ts'
import { isObject, own } from '../machine/json/json.ts'

/**
 * Whether backends take a header as proof of who calls, or from where, so that only proxies should send it: the gateway
 * holds it back, unless the API names it in `pass_headers`. The name is in lower case.
 */
export function isHeldBack(lower: string): boolean {
  switch (lower.charCodeAt(0)) {
    case X:
      return (
        (lower.startsWith('x-forwarded-') && !ownForwarded.has(lower)) ||
        lower.startsWith('x-original-') ||
        lower.startsWith('x-ssl-') ||
        lower.startsWith('x-remote-') ||
        lower.startsWith('x-auth-request-') ||
        lower.startsWith('x-authentik-') ||
        lower.startsWith('x-ms-client-principal') ||
        lower.startsWith('x-goog-authenticated-user-') ||
        held.has(lower)
      )
    case S:
      return lower.startsWith('ssl-client-')
    case R:
      return lower.startsWith('remote-')
    default:
      return held.has(lower)
  }
}

const X = 0x78
const S = 0x73
const R = 0x72

/** Held back by name. `Proxy` becomes the proxy of programs that run as CGI. */
const held: ReadonlySet<string> = new Set([
  ...['proxy', 'proxy-status', 'forwarded-for', 'client-cert-chain'],
  ...['true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['x-amzn-oidc-identity', 'x-arr-clientcert', 'x-webauth-user'],
  ...['x-forwarded', 'x-real-ip', 'x-rewrite-url', 'x-client-cert', 'x-http-destinationurl'],
])

/** What the gateway says about the way of a request. It reads them from proxies that it trusts. */
const ownForwarded: ReadonlySet<string> = new Set([
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix'],
])

/**
 * Whether a header of a request is the gateway's own: it is about the connection or the framing, or the gateway sets it.
 * Clients cannot send it to backends. The name is in lower case.
 */
export const isOwnHeader = (lower: string): boolean =>
  lower.startsWith('gateway-') || ownForwarded.has(lower) || ownNames.has(lower)

const ownNames: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
  ...['http2-settings', 'expect', 'host', 'content-length', 'transfer-encoding', 'cookie', 'max-forwards'],
  ...['forwarded', 'via', 'client-cert', 'x-request-id', 'traceparent', 'tracestate'],
])

/** Problems of the names in `pass_headers` of an API, by JSON pointer. Accepts any value. */
export function problemsOfPassHeaders(api: unknown): Record<string, readonly Problem[]> {
  const names = isObject(api) ? own(api, 'pass_headers') : undefined
  const found: Record<string, readonly Problem[]> = {}
  for (const [i, name] of Array.isArray(names) ? names.entries() : []) {
    if (typeof name !== 'string') continue
    if (name.includes('*')) found[`/pass_headers/${i}`] = [problem('error.header.wildcard')]
    else if (isOwnHeader(name.toLowerCase().replaceAll('_', '-')))
      found[`/pass_headers/${i}`] = [problem('error.header.own', name)]
  }
  return found
}
