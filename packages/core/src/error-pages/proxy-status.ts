import { causeOf } from './causes.ts'

/**
 * The value of the `Proxy-Status` header (RFC 9209) of a response that the gateway gave itself. `name` identifies the
 * gateway. `error` is a more precise type than that of the cause.
 *
 * @example
 * proxyStatus('errors.credentials.missing')
 * // 'signalbox; error=http_request_denied; details="errors.credentials.missing"'
 */
export function proxyStatus(cause: string, name = 'signalbox', error?: string): string {
  const type = error ?? causeOf(cause)?.proxyError ?? 'proxy_internal_response'
  return `${TOKEN.test(name) ? name : quoted(name)}; error=${type}; details=${quoted(cause)}`
}

/** A token of structured fields (RFC 9651). */
const TOKEN = /^[A-Za-z*][\w!#$%&'*+\-.^`|~:/]*$/

/** A string of structured fields; other characters than visible ASCII and spaces are left out. */
const quoted = (text: string): string => `"${text.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')}"`
