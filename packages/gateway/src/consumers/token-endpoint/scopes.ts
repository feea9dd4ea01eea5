import { type TokenError, tokenError } from './token-error.ts'

/** A list of scopes (RFC 6749, section 3.3). */
const SCOPES = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** The scopes of a token: the scopes that the client asks for, if the plan has them all; otherwise all of the plan. */
export function scopesFor(asked: string | undefined, ofPlan: readonly string[]): readonly string[] | TokenError {
  if (asked === undefined) return ofPlan
  const scopes = SCOPES.test(asked) ? [...new Set(asked.split(' '))] : undefined
  return scopes?.every((scope) => ofPlan.includes(scope))
    ? scopes
    : tokenError('invalid_scope', 'The plan does not have all of these scopes')
}
