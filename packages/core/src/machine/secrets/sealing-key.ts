import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from './random-text.ts'

/** The keys derived from a gateway key: they encrypt the secrets of units, and sign snapshots on disk. */
export interface SealingKey {
  /** Encrypts one text for one place. The same text at the same place always gives the same bytes. */
  encrypt(text: string, place: string): Promise<Uint8Array>
  /** Decrypts what `encrypt` returned for the same place. Rejects for any other bytes, place or key. */
  decrypt(bytes: Uint8Array<ArrayBuffer>, place: string): Promise<string>
  /** A new HMAC-SHA-256 for a snapshot on disk. */
  mac(): ReturnType<typeof hmac.create>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Derives the sealing key of a gateway key (HKDF-SHA-256, RFC 5869). Both the control plane and the data plane do that.
 *
 * @example
 * const key = await sealingKeyOf('sbxg_edge_…')
 * const unit = await openUnit(JSON.parse(line), key)
 */
export const sealingKeyOf = async (gatewayKey: string): Promise<SealingKey> =>
  sealingKeyFrom(await sealingRootOf(gatewayKey))

/**
 * What the control plane keeps of a gateway key in order to seal for its holder: 32 bytes derived from it, in hexadecimal.
 * The gateway key cannot be computed from it.
 */
export const sealingRootOf = async (gatewayKey: string): Promise<string> =>
  toHex(await derived(encoder.encode(gatewayKey), 'root'))

/** The sealing key whose root is `sealingRootOf(gatewayKey)`. */
export async function sealingKeyFrom(root: string): Promise<SealingKey> {
  const bytes = Uint8Array.from(root.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const [secrets, nonces, disk] = await Promise.all([
    derived(bytes, 'secrets'),
    derived(bytes, 'nonces'),
    derived(bytes, 'disk'),
  ])
  const aes = await crypto.subtle.importKey('raw', secrets, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const noncesOf = hmac.create(sha256, nonces)

  /**
   * Computed from the text and its place, as SIV modes do (RFC 5297). Random ones would repeat at some time: each snapshot takes
   * one per secret, and a gateway key lives for years.
   */
  const nonceOf = (text: string, place: string) =>
    new Uint8Array(
      noncesOf
        .clone()
        .update(encoder.encode(`${place}\n${text}`))
        .digest()
        .subarray(0, NONCE_BYTES),
    )

  return {
    async encrypt(text, place) {
      const iv = nonceOf(text, place)
      const cipher = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) }
      const sealed = new Uint8Array(await crypto.subtle.encrypt(cipher, aes, encoder.encode(text)))
      const bytes = new Uint8Array(NONCE_BYTES + sealed.length)
      bytes.set(iv)
      bytes.set(sealed, NONCE_BYTES)
      return bytes
    },
    async decrypt(bytes, place) {
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('The bytes are too few')
      const cipher = { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES), additionalData: encoder.encode(place) }
      return decoder.decode(await crypto.subtle.decrypt(cipher, aes, bytes.subarray(NONCE_BYTES)))
    },
    mac: () => hmac.create(sha256, disk),
  }
}

async function derived(from: Uint8Array<ArrayBuffer>, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey('raw', from, 'HKDF', false, ['deriveBits'])
  const info = encoder.encode(`signalbox gateway ${purpose}`)
  const salt = new Uint8Array()
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, material, 256))
}
