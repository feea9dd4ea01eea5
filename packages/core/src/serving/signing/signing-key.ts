import type { JsonObject } from '../../machine/json/json.ts'
import { sha256Base64 } from '../../machine/secrets/secret.ts'

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

/** Makes a key pair. Its id is the thumbprint of the public key (RFC 7638). */
export async function makeSigningKey(times: Pick<SigningKey, 'since' | 'until'>): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const id = sha256Base64(JSON.stringify({ crv, kty, x, y })).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
  const publicJwk = { kty, crv, x, y, kid: id, alg: 'ES256', use: 'sig' }
  return { id, ...times, publicJwk, privateJwk: { ...publicJwk, d } }
}
