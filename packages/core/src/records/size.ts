import { failure, problem } from '../errors.ts'
import type { Limit } from '../limits.ts'

const encoder = new TextEncoder()

/**
 * Refuses what is written larger than its limit, as over HTTP, where no body is larger. A unit of UTF-16 is three bytes at
 * most: only what is close is measured.
 */
export function checkSize(name: string, text: string, { bytes, wayOut }: Limit): void {
  if (text.length * 3 <= bytes || encoder.encode(text).length <= bytes) return
  throw failure('TOO_LARGE', `The ${name} is larger than ${bytes} bytes: ${wayOut}`, problem('error.body.size', bytes))
}
