import { failure, problem } from '../errors.ts'

const encoder = new TextEncoder()

/**
 * Refuses what is written larger than `limit` bytes, as over HTTP, where no body is larger. A unit of UTF-16 is three bytes at
 * most: only what is close is measured.
 */
export function checkSize(name: string, text: string, limit: number): void {
  if (text.length * 3 <= limit || encoder.encode(text).length <= limit) return
  throw failure('TOO_LARGE', `The ${name} is larger than ${limit} bytes`, problem('error.body.size', limit))
}
