import type { ErrorCode } from '@signalbox/core'

/** Why users cannot sign in: the status and the message. The sign-in page of the dashboard has the same names. */
export const signInProblems = {
  unavailable: ['UNAVAILABLE', 'The identity provider does not respond: try again later'],
  denied: ['FORBIDDEN', 'The identity provider did not let you sign in'],
  expired: ['INVALID', 'This sign-in has expired, or was begun in another browser: begin again'],
  rejected: ['UNAUTHENTICATED', 'The response of the identity provider is invalid: begin again'],
  incomplete: ['FORBIDDEN', 'The identity provider does not tell the id that a user needs here: ask an admin'],
  taken: ['CONFLICT', 'The id of your account belongs to another user here: ask an admin'],
  forbidden: ['FORBIDDEN', 'Your account has no rights here: ask an admin for access'],
} as const satisfies Readonly<Record<string, readonly [code: ErrorCode, message: string]>>

/** The name of a problem. */
export type SignInProblem = keyof typeof signInProblems

/** A sign-in that failed. The message is for operators, and has no secrets. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure'
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
