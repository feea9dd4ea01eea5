import { failure, problem } from '../errors/errors.ts'
import type { Limit } from '../schema/limits.ts'

const encoder = new TextEncoder()

/**
 * Throws TOO_LARGE if the text is larger than its limit, as over HTTP. A UTF-16 unit is at most three bytes, so only
 * texts near the limit are measured.
 */
export function checkSize(name: string, text: string, { bytes, wayOut }: Limit): void {
  if (text.length * 3 <= bytes || encoder.encode(text).length <= bytes) return
  throw failure('TOO_LARGE', `The ${name} is larger than ${bytes} bytes: ${wayOut}`, problem('error.body.size', bytes))
}
