import type { Denied, Exchange } from '../plugin-api/exchange.ts'

/** The most characters of a client id and of a secret. Longer ones are invalid: hashing them costs too much. */
export const MOST_CHARACTERS = 512

/** What a place holds: nothing, credentials that cannot be read, others that are invalid, or an API key. */
export type Held = undefined | 'unreadable' | Denied | PresentedKey

/** An API key as a client presents it. */
export interface PresentedKey {
  readonly clientId: string
  /** Absent: the client id stands alone, or a token has proved the rest. */
  readonly secret?: string | undefined
  /** Whether something else than a secret, such as a signature, proves that the key is that of the client. @default false */
  readonly isProven?: boolean
}

/** A place where an API key may stand. */
export interface KeyPlace {
  /** Whether it is a bearer token, so that refusals name an error of RFC 6750. @default false */
  readonly isBearer?: boolean
  find(exchange: Exchange): Held | Promise<Held>
  /** Removes what was found from the request for the backend. */
  wipe(exchange: Exchange): void
  /** Passes on what was found to the backend. @default nothing: the request for the backend has it */
  keep?(exchange: Exchange): void
}

/** The settings of `ApikeyCalls` that say where keys may stand. */
export interface KeyPlacesConfig {
  readonly extractors: {
    readonly basic?: boolean
    readonly query?: boolean
    readonly bearer?: boolean
    readonly client_id_header?: string
    readonly client_secret_header?: string
  }
  readonly allowClientIdOnly?: boolean
  /** The lifetime of tokens in seconds. Absent: the plan issues none. */
  readonly expiresIn?: number
}
