import { createParser } from 'eventsource-parser'
import { failure, problem, SignalboxError } from '../errors.ts'
import { chunks } from './chunks.ts'
import { parseJson } from './json.ts'

/**
 * The JSON values in the data of server-sent events, as the HTML standard reads them: any line end, comments and other fields
 * passed over, a frame without an end is none. A `SignalboxError` for data that is not JSON; also, and then it is the
 * last, for a stream that is not UTF-8 or a frame of more than `limit` characters.
 */
export async function* decodeEvents(body: ReadableStream<Uint8Array> | null, limit: number): AsyncGenerator<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const values: unknown[] = []
  const { feed } = createParser({
    maxBufferSize: limit,
    onEvent: ({ data }) => void values.push(data.length > limit ? tooLong(limit) : parsed(data)),
    onError: ({ type }) => void (type === 'max-buffer-size-exceeded' && values.push(tooLong(limit))),
  })
  for await (const chunk of chunks(body)) {
    try {
      feed(decoder.decode(chunk, { stream: true }))
    } catch {
      yield* values
      yield failure('INVALID', 'The stream is not UTF-8', problem('error.body.encoding'))
      return
    }
    for (const value of values.splice(0)) {
      yield value
      if (value instanceof SignalboxError && value.code === 'TOO_LARGE') return
    }
  }
}

function parsed(data: string): unknown {
  try {
    return parseJson(data)
  } catch (error) {
    if (error instanceof SignalboxError) return error
    throw error
  }
}

const tooLong = (limit: number) =>
  failure('TOO_LARGE', `An event is longer than ${limit} characters`, problem('error.length.maximum', limit))
