import type { Random } from '../../ports.ts'
import { randomText, toHex } from '../secrets/random-text.ts'

const encoder = new TextEncoder()

/** Identifies an erased id in an event without containing it: only who already has the id can match it. */
export interface ErasedId {
  /** The key of the digest, as text. */
  readonly salt: string
  /** HMAC-SHA-256 of the id, in hexadecimal. */
  readonly digest: string
}

/** A key for the digest of an erased id. */
export const erasureSalt = (random: Random): string => randomText(random, 32)

/** The digest of an erased id. Uses Web Crypto, so that flags in a worker need no library for it. */
export async function toErasedId(id: string, salt: string): Promise<ErasedId> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(salt), hmac, false, ['sign'])
  return { salt, digest: toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(id)))) }
}
