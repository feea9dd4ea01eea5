import type { Denied } from '../../plugin-api/exchange.ts'

/** The refusal of an invalid token. */
export const invalidToken: Denied = { refuse: 'errors.credentials.invalid', bearer: { error: 'invalid_token' } }
/** The refusal of an expired token. */
export const expiredToken: Denied = { refuse: 'errors.credentials.expired', bearer: { error: 'invalid_token' } }
/** The refusal of a token that cannot be judged at present. */
export const unavailable: Denied = { refuse: 'errors.introspection.unavailable', headers: ['Retry-After', '1'] }
