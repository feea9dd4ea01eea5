import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Random } from '../ports.ts'

const PREFIX = 'whsec_'
const encoder = new TextEncoder()

/** Creates a secret of 32 random bytes in the format of Standard Webhooks. */
export const newSecret = (random: Random): string => `${PREFIX}${toBase64(random(32))}`

/** What is signed: message id, time, and the exact body. */
export interface Message {
  /**
   * The same for each attempt to send the same message. Must not contain a full stop, which separates the signed parts.
   */
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly body: string
}

/**
 * Returns the three headers of Standard Webhooks 1.0: id, time in seconds, and an HMAC-SHA-256 over both and the body.
 */
export function signatureHeaders(secret: string, { id, at, body }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Uint8Array.from(atob(secret.slice(PREFIX.length)), (letter) => letter.charCodeAt(0))
  const signature = toBase64(hmac(sha256, key, encoder.encode(`${id}.${timestamp}.${body}`)))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
