import { ungrouped } from '../answers/iterable.ts'
import { failure, problem, SignalboxError } from '../errors/errors.ts'
import { noteSize } from '../json/line-size.ts'
import { parseJson } from './json.ts'
import { lines } from './lines.ts'
import { decodeUtf8 } from './text.ts'

/** The most values in a group, so that the values of a large chunk are not in memory at once. */
const GROUP = 100

/**
 * The values of an upload: `undefined` for a blank line, a `SignalboxError` for a line that cannot be parsed; the
 * receiver decides what to do. Holds at most `limit` bytes of one line in memory. Values that arrive together can be
 * read together (`groupsOf`).
 */
export const decodeLines = (body: ReadableStream<Uint8Array> | null, limit: number): AsyncGenerator<unknown> =>
  ungrouped(decodeGroups(body, limit))

async function* decodeGroups(body: ReadableStream<Uint8Array> | null, limit: number) {
  for await (const together of lines(body, limit))
    for (let from = 0; from < together.length; from += GROUP)
      yield together.slice(from, from + GROUP).map((bytes) => (bytes ? toValue(bytes) : tooLong(limit)))
}

function toValue(bytes: Uint8Array): unknown {
  try {
    const line = decodeUtf8(bytes)
    if (line.trim() === '') return undefined
    const value = parseJson(line)
    noteSize(value, bytes.length)
    return value
  } catch (error) {
    if (error instanceof SignalboxError) return error
    throw error
  }
}

const tooLong = (limit: number) =>
  failure('TOO_LARGE', `The line is longer than ${limit} bytes`, problem('error.length.maximum', limit))
