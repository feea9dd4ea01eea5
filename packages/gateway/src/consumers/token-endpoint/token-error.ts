import type { Answer } from '../../plugin-api/hooks.ts'

/** The errors of a token endpoint (RFC 6749, section 5.2). */
export type TokenErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'

/** Why no token is issued. */
export interface TokenError {
  readonly error: TokenErrorCode
  readonly error_description: string
}

/** Describes an error. */
export const tokenError = (error: TokenErrorCode, error_description: string): TokenError => ({
  error,
  error_description,
})

/** A response in JSON that is never stored. */
export const jsonAnswer = (status: number, body: object, headers: readonly string[] = []): Answer => ({
  status,
  headers: [...['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Pragma', 'no-cache'], ...headers],
  body: JSON.stringify(body),
})

/** The response to an error. `challenge` is that of the scheme by which the client tried to authenticate. */
export const errorAnswer = (problem: TokenError, challenge?: string): Answer =>
  problem.error === 'invalid_client'
    ? jsonAnswer(401, problem, challenge === undefined ? [] : ['WWW-Authenticate', challenge])
    : jsonAnswer(400, problem)
