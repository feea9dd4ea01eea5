import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Random } from '../ports.ts'

const PREFIX = 'whsec_'
const encoder = new TextEncoder()

/** A new secret of 32 bytes, as Standard Webhooks writes it. */
export const newSecret = (random: Random): string => `${PREFIX}${toBase64(random(32))}`

/** What is signed: who it is for, when, and the very text that is sent. */
export interface Message {
  /** The same each time the same is sent. Without a full stop, which separates what is signed. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly body: string
}

/** The three headers of Standard Webhooks 1.0: id, time in seconds, and HMAC-SHA-256 over both and the body. */
export function signatureHeaders(secret: string, { id, at, body }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Uint8Array.from(atob(secret.slice(PREFIX.length)), (letter) => letter.charCodeAt(0))
  const signature = toBase64(hmac(sha256, key, encoder.encode(`${id}.${timestamp}.${body}`)))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
