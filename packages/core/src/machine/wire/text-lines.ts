import { failure, problem } from '../errors/errors.ts'
import { chunks } from './chunks.ts'
import { notUtf8 } from './text.ts'

/**
 * Splits UTF-8 text into lines with any line ending, grouped by chunk. Holds one line of at most `limit` characters in
 * memory. Throws TOO_LARGE for a longer line, INVALID for bytes that are not UTF-8.
 */
export async function* textLines(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun: string[] = [] // joined once, when the line is complete
  let held = 0
  let endsInReturn = false
  for await (const chunk of chunks(body)) {
    let text: string
    try {
      text = decoder.decode(chunk, { stream: true })
    } catch {
      throw notUtf8('stream')
    }
    if (text === '') continue
    const [first = '', ...others] = (endsInReturn ? text.replace(/^\n/, '') : text).split(/\r\n|\r|\n/)
    endsInReturn = text.endsWith('\r')
    begun.push(first)
    held += first.length
    const last = others.pop()
    if (last !== undefined) {
      yield [begun.join(''), ...others]
      begun = [last]
      held = last.length
    }
    if (held > limit) throw tooLong(limit)
  }
  if (held > 0) yield [begun.join('')]
}

/** TOO_LARGE: a line, or a value of several lines, is too long. */
export const tooLong = (limit: number) =>
  failure('TOO_LARGE', `A value is longer than ${limit} characters`, problem('error.length.maximum', limit))
