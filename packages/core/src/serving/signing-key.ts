import type { JsonObject } from '../json.ts'

/** A key pair that signs tokens of the gateway itself: ES256. */
export interface SigningKey {
  /** The id in the header `kid` of tokens. */
  readonly id: string
  /** When tokens are first signed by it, in epoch milliseconds. Until then, only its public part is published. */
  readonly since: number
  /** When tokens are no longer signed by it. Tokens that it has signed are valid until they expire. */
  readonly until: number
  /** The public key as JWK (RFC 7517). */
  readonly publicJwk: JsonObject
  /** The private key as JWK. */
  readonly privateJwk: JsonObject
}
