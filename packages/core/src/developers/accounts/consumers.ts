import type { Admit, ConsumerIdentity } from './admit.ts'
import type { SignUp } from './options.ts'
import type { SignInWith } from './sign-in-with.ts'

/** What a portal needs to know who calls. */
export interface Consumers {
  /** Who may create an account. */
  readonly signUp: SignUp
  /** Whether people are written to (`notify`): a new account then waits until its address is confirmed. */
  readonly isWriting: boolean
  /**
   * The consumer of a session, for `box.as`; `undefined` if it has ended. If this use extends the session, `sessionOf` of the
   * result is its token, so that the cookie can be extended, too.
   */
  find(session: string): Promise<ConsumerIdentity | undefined>
  /** Writes the record of a person who signs in elsewhere, and resolves with the caller. */
  readonly admit: Admit
  /** Whether operations can be tried: a data plane of this process takes requests of consumers. */
  canTry(): boolean
  /** Signs a person in for whom an identity provider vouches, and resolves with the session. */
  readonly signInWith: SignInWith
}
