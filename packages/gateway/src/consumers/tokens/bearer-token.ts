import type { HeaderView } from '../../headers/header-view.ts'
import type { Denied } from '../../plugin-api/exchange.ts'
import { invalidToken } from './token-refusals.ts'

/**
 * Finds the token in a header (RFC 6750, section 2.1); the scheme may be left out in headers other than `Authorization`.
 * `undefined` if there is none: another scheme, or an API key. Refuses a repeated header: the backend could read another
 * token than the gateway.
 */
export function bearerToken(headers: HeaderView, name: string): string | Denied | undefined {
  const value = headers.get(name)
  if (value === undefined) return undefined
  const isBearer = value.slice(0, SCHEME.length).toLowerCase() === SCHEME
  if (!isBearer && name === 'authorization') return undefined
  const token = (isBearer ? value.slice(SCHEME.length) : value).trim()
  if (token === '' || token.includes(':')) return undefined
  return headers.all(name).length > 1 ? invalidToken : token
}

const SCHEME = 'bearer '
