import { failure, problem, SignalboxError } from '../errors.ts'
import type { FrameOptions } from '../events/frames.ts'
import { framesOf } from '../events/frames.ts'
import type { Encoding } from '../operation.ts'
import { formatEvent, KEEP_ALIVE_COMMENT } from './frame.ts'
import { decodeUtf8, parseJson } from './json.ts'
import { lines } from './lines.ts'
import { decodeEvents } from './sse.ts'

interface Codec {
  readonly mediaType: string
  /** The media types that are read. */
  readonly reads: readonly string[]
  readonly format: (value: unknown) => string
  readonly decode: (body: ReadableStream<Uint8Array> | null, limit: number) => AsyncGenerator<unknown>
  /** What is sent at once and whenever nothing was for a while, so that connections stay open. */
  readonly keepAlive?: string
}

/** How streams are written and read. */
export const codecs: Record<Encoding, Codec> = {
  ndjson: {
    mediaType: 'application/nd-json',
    reads: ['application/nd-json', 'application/x-ndjson', 'application/ndjson'],
    format: (value) => (value === undefined ? '\n' : `${JSON.stringify(value)}\n`),
    decode: decodeLines,
  },
  sse: {
    mediaType: 'text/event-stream',
    reads: ['text/event-stream'],
    format: formatEvent,
    decode: decodeEvents,
    keepAlive: KEEP_ALIVE_COMMENT,
  },
}

/** How much text is gathered into one chunk, in UTF-16 units, as long as values come without waiting. */
const CHUNK = 32 * 1024
const KEEP_ALIVE_MS = 15_000

/**
 * Values as the bytes of a stream, read when they are asked for and not before: so a failure always reaches a reader that
 * waits, never a host that is busy writing and would write the failure as well. Cancelling it returns the iterator. Events
 * that can be had as frames are not encoded again.
 */
export function encodeStream(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  encoding: Encoding,
  options: FrameOptions = {},
): ReadableStream<Uint8Array> {
  const frames = framesOf(values)
  if (frames && encoding === 'sse') return frames(options)
  const { onFailure = (error) => error } = options
  const { format, keepAlive } = codecs[encoding]
  const encoder = new TextEncoder()
  const iterator = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]()
  let timer: ReturnType<typeof setInterval> | undefined
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      if (!keepAlive) return
      const send = () => controller.enqueue(encoder.encode(keepAlive))
      send()
      timer = setInterval(() => controller.desiredSize === 0 && send(), KEEP_ALIVE_MS)
    },
    async pull(controller) {
      let text = ''
      try {
        while (text.length < CHUNK) {
          const { done, value } = await iterator.next()
          if (!done) text += format(value)
          if (done || keepAlive) {
            if (text) controller.enqueue(encoder.encode(text))
            if (done) end(controller)
            return
          }
        }
        controller.enqueue(encoder.encode(text))
      } catch (error) {
        clearInterval(timer)
        await Promise.resolve(iterator.return?.()).catch(() => {}) // the first failure is the one to tell
        throw onFailure(error)
      }
    },
    async cancel() {
      clearInterval(timer)
      await iterator.return?.()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })

  function end(controller: ReadableStreamDefaultController) {
    clearInterval(timer)
    controller.close()
  }
}

/**
 * The values of a stream: `undefined` for a blank line, a `SignalboxError` for a text that cannot be read; the receiver
 * decides. No more than `limit` bytes of one line, or characters of one event, are held.
 */
export const decodeStream = (
  body: ReadableStream<Uint8Array> | null,
  encoding: Encoding,
  limit: number,
): AsyncGenerator<unknown> => codecs[encoding].decode(body, limit)

async function* decodeLines(body: ReadableStream<Uint8Array> | null, limit: number): AsyncGenerator<unknown> {
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
