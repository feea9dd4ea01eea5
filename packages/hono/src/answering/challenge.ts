import { SignalboxError, type WireRequest } from '@signalbox/core/wire'
import { type CredentialHeaders, headerNames } from './credentials.ts'

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

/**
 * Says what to do after an authentication failure: without credentials the ways to send them, else that they are wrong.
 * The answer is the same for an unknown id and a wrong secret.
 */
export function withWays(error: SignalboxError, names: CredentialHeaders, sent?: 'key' | 'session'): SignalboxError {
  if (sent === 'key') return withMessage(error, 'The API key or its secret is wrong, or the key was deleted')
  if (sent === 'session') return withMessage(error, 'The session has ended: log in again at /api/login')
  const { clientIdHeader, clientSecretHeader } = headerNames(names)
  const ways = ['HTTP Basic', '"Authorization: Bearer <id>:<secret>"', '"X-API-Key: <id>:<secret>"'].join(', ')
  const headers = `the headers ${clientIdHeader} and ${clientSecretHeader}`
  return withMessage(error, `${error.message}: send an API key by ${ways} or ${headers}, or log in at /api/login`)
}

const withMessage = ({ code, errors }: SignalboxError, message: string) => new SignalboxError(code, message, { errors })
