import { SignalboxError } from '@signalbox/core/wire'
import type { CredentialHeaders } from './credentials.ts'
import { headerNames } from './credentials.ts'

const BASIC = 'Basic realm="signalbox", charset="UTF-8"'
const BEARER = 'Bearer realm="signalbox"'

/**
 * What an answer 401 asks for (RFC 9110, 11.6.1). A page that calls by script is not asked for Basic: its browser would show a dialog of
 * its own, where the page wants to show a login.
 */
export function challengeOf({ headers }: Request): { readonly 'WWW-Authenticate': string } {
  const mode = headers.get('Sec-Fetch-Mode')
  const isScript = headers.has('X-Requested-With') || (mode !== null && mode !== 'navigate')
  return { 'WWW-Authenticate': isScript ? BEARER : `${BASIC}, ${BEARER}` }
}

/** A failure for want of credentials, with the ways to send some. */
export function withWays(error: SignalboxError, names: CredentialHeaders): SignalboxError {
  const { clientIdHeader, clientSecretHeader } = headerNames(names)
  const ways = ['HTTP Basic', '"Authorization: Bearer <id>:<secret>"', '"X-API-Key: <id>:<secret>"'].join(', ')
  const headers = `the headers ${clientIdHeader} and ${clientSecretHeader}`
  const { code, message, errors } = error
  return new SignalboxError(code, `${message}: send an API key by ${ways} or ${headers}, or log in at /api/login`, {
    errors,
  })
}
