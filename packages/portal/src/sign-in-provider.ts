import type { ProviderPerson } from '@signalbox/core'

/** An identity provider that signs people in by redirects: to a page of its own, and back to `~/sign-in/callback`. */
export interface SignInProvider {
  /** What people call it, such as the name of the company. */
  readonly name: string
  /**
   * Begins a sign-in: where the browser goes, and the `Set-Cookie` value by which the browser is known when it is back. `to` is
   * where the person goes afterwards. Rejects with a `SignalboxError`, whose message the person reads.
   */
  begin(request: {
    readonly to: string
    readonly isSecure: boolean
  }): Promise<{ readonly url: string; readonly cookie: string }>
  /** Reads a request of the callback, which this browser must have begun. */
  finish(request: ProviderAnswer): Promise<FinishedSignIn>
}

/** A request of the callback. */
export interface ProviderAnswer {
  /** The query with its `?`. */
  readonly search: string
  /** The header `Cookie`. */
  readonly cookies: string | undefined
  readonly isSecure: boolean
}

/** A sign-in whose person is back. */
export interface FinishedSignIn {
  /** Where the person wanted to go; `undefined` if this browser has begun nothing. */
  readonly to: string | undefined
  /** The `Set-Cookie` value that forgets the sign-in, however it ends. */
  readonly cookie: string
  /** Who signed in. Rejects with a `SignalboxError`, whose message the person reads. */
  person(): Promise<ProviderPerson>
}
