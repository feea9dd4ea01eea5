import type { Exchange, ResponseHead } from '../plugin-api/exchange.ts'
import type { BodyTransform } from '../plugin-api/hooks.ts'

/** So many bytes of a body are captured. */
export const MOST_CAPTURED = 8192

/** What is kept of an exchange until it ends. */
export interface Captured {
  request?: CapturedBytes | undefined
  response?: CapturedBytes | undefined
}

/** An exchange that can be captured. */
interface Capturing {
  captured: Captured | undefined
}

/** Keeps the beginning of a body. The bytes pass as they are, at once. */
export class CapturedBytes implements BodyTransform {
  readonly keepsLength = true
  readonly isEncoded: boolean
  bytes = 0
  readonly #chunks: Uint8Array[] = []
  #length = 0

  constructor(isEncoded: boolean) {
    this.isEncoded = isEncoded
  }

  chunk(bytes: Uint8Array): Uint8Array {
    this.bytes += bytes.length
    if (this.#length < MOST_CAPTURED && bytes.length > 0) {
      const kept = bytes.slice(0, MOST_CAPTURED - this.#length)
      this.#chunks.push(kept)
      this.#length += kept.length
    }
    return bytes
  }

  kept(): Uint8Array {
    const all = new Uint8Array(this.#length)
    let at = 0
    for (const chunk of this.#chunks) {
      all.set(chunk, at)
      at += chunk.length
    }
    return all
  }
}

const isCoded = (coding: string | undefined): boolean => coding !== undefined && !/^\s*(identity\s*)?$/i.test(coding)

/** Begins to keep the body of a request, again for each attempt. */
export function captureRequest(exchange: Exchange): BodyTransform {
  const capturing = exchange as Exchange & Capturing
  const body = new CapturedBytes(isCoded(exchange.headers.get('content-encoding')))
  capturing.captured = { ...capturing.captured, request: body }
  return body
}

/** Begins to keep the body of a response. `isEncoded`: whether the backend has encoded it. */
export function captureResponse(exchange: Exchange, { headers }: ResponseHead, isOwnCoding: boolean): BodyTransform {
  const capturing = exchange as Exchange & Capturing
  const body = new CapturedBytes(!isOwnCoding && isCoded(headers.get('content-encoding')))
  capturing.captured = { ...capturing.captured, response: body }
  return body
}
