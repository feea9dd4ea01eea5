import type { JWTVerifyGetKey } from 'jose'

/** The keys that tokens are verified with. */
export interface TokenKeys {
  /** Finds the key of a token. Rejects if there is none: with a `KeysUnavailableError` if that may change soon. */
  readonly find: JWTVerifyGetKey
  /**
   * Changes when a token that was verified has to be verified again, because keys are gone; `NaN` while they may be gone.
   * Called for each request.
   */
  readonly version: () => number
}

/** The keys cannot be had at present, so that tokens can neither be accepted nor refused. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError'
}
