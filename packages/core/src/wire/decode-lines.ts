import { failure, problem, SignalboxError } from '../errors.ts'
import { parseJson } from './json.ts'
import { lines } from './lines.ts'
import { decodeUtf8 } from './text.ts'

/**
 * The values of an upload: `undefined` for a blank line, a `SignalboxError` for a line that cannot be parsed; the
 * receiver decides what to do. Holds at most `limit` bytes of one line in memory.
 */
export async function* decodeLines(body: ReadableStream<Uint8Array> | null, limit: number): AsyncGenerator<unknown> {
  for await (const together of lines(body, limit))
    for (const bytes of together) yield bytes ? toValue(bytes) : tooLong(limit)
}

function toValue(bytes: Uint8Array): unknown {
  try {
    const line = decodeUtf8(bytes)
    return line.trim() === '' ? undefined : parseJson(line)
  } catch (error) {
    if (error instanceof SignalboxError) return error
    throw error
  }
}

const tooLong = (limit: number) =>
  failure('TOO_LARGE', `The line is longer than ${limit} bytes`, problem('error.length.maximum', limit))
