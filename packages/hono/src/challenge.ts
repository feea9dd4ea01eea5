import type { WireRequest } from '@signalbox/core/wire'
import { SignalboxError } from '@signalbox/core/wire'
import type { CredentialHeaders } from './credentials.ts'
import { headerNames } from './credentials.ts'

const BASIC = 'Basic realm="signalbox", charset="UTF-8"'
const BEARER = 'Bearer realm="signalbox"'

/**
 * The `WWW-Authenticate` header of a 401 response (RFC 9110, section 11.6.1). Requests from scripts on a page are not
 * offered Basic, because the browser would show its own dialog instead of the page's login.
 */
export function challengeOf({ headers }: Pick<WireRequest, 'headers'>): { readonly 'WWW-Authenticate': string } {
  const mode = headers.get('Sec-Fetch-Mode')
  const isScript = headers.get('X-Requested-With') !== null || (mode !== null && mode !== 'navigate')
  return { 'WWW-Authenticate': isScript ? BEARER : `${BASIC}, ${BEARER}` }
}

/** Adds to an authentication failure the ways to send credentials. */
export function withWays(error: SignalboxError, names: CredentialHeaders): SignalboxError {
  const { clientIdHeader, clientSecretHeader } = headerNames(names)
  const ways = ['HTTP Basic', '"Authorization: Bearer <id>:<secret>"', '"X-API-Key: <id>:<secret>"'].join(', ')
  const headers = `the headers ${clientIdHeader} and ${clientSecretHeader}`
  const { code, message, errors } = error
  return new SignalboxError(code, `${message}: send an API key by ${ways} or ${headers}, or log in at /api/login`, {
    errors,
  })
}
