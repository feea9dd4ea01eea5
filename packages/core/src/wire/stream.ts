import { failure, problem, SignalboxError } from '../errors.ts'
import type { Encoding } from '../operation.ts'
import { decodeUtf8, parseJson } from './json.ts'

interface Codec {
  readonly mediaType: string
  /** The media types that are read. */
  readonly reads: readonly string[]
  readonly format: (value: unknown) => string
  /** One value from its text; `undefined` when the text holds none. */
  readonly parse: (text: string) => unknown
  /** Whether a value goes on to a blank line. */
  readonly multiline: boolean
  /** What is sent at once and whenever nothing was for a while, so that connections stay open. */
  readonly keepAlive?: string
}

/** How streams are written and read. */
export const codecs: Record<Encoding, Codec> = {
  ndjson: {
    mediaType: 'application/nd-json',
    reads: ['application/nd-json', 'application/x-ndjson', 'application/ndjson'],
    format: (value) => (value === undefined ? '\n' : `${JSON.stringify(value)}\n`),
    parse: (line) => (line.trim() === '' ? undefined : parseJson(line)),
    multiline: false,
  },
  sse: {
    mediaType: 'text/event-stream',
    reads: ['text/event-stream'],
    format: (value) => `id: ${(value as { _id: number })._id}\ndata: ${JSON.stringify(value)}\n\n`,
    parse: (frame) => {
      const data = frame.split('\n').filter((line) => line.startsWith('data:'))
      return data.length === 0 ? undefined : parseJson(data.map((line) => line.slice('data:'.length)).join('\n'))
    },
    multiline: true,
    keepAlive: ': keep-alive\n\n',
  },
}

/** How much text is gathered into one chunk, in UTF-16 units, as long as values come without waiting. */
const CHUNK = 32 * 1024
const KEEP_ALIVE_MS = 15_000

/**
 * Values as the bytes of a stream, read when they are asked for and not before: so a failure always reaches a reader that
 * waits, never a host that is busy writing and would write the failure as well. Cancelling it returns the iterator.
 */
export function encodeStream(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  encoding: Encoding,
): ReadableStream<Uint8Array> {
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
        throw error
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
 * The values of a stream: `undefined` for a blank line or a comment, a `SignalboxError` for a text that cannot be read;
 * the receiver decides. No more than `limit` bytes of one line are held.
 */
export async function* decodeStream(
  body: ReadableStream<Uint8Array> | null,
  encoding: Encoding,
  limit: number,
): AsyncGenerator<unknown> {
  const { parse, multiline } = codecs[encoding]
  let frame = ''
  for await (const together of lines(body, limit))
    for (const bytes of together) {
      const line = bytes && attempt(decodeUtf8, bytes)
      if (line === undefined) yield tooLong(limit)
      else if (typeof line !== 'string') yield line
      else if (!multiline) yield attempt(parse, line)
      else if (line !== '') frame += `${line}\n`
      else {
        yield attempt(parse, frame)
        frame = ''
      }
    }
}

function attempt<T, R>(read: (value: T) => R, value: T): R | SignalboxError {
  try {
    return read(value)
  } catch (error) {
    if (error instanceof SignalboxError) return error
    throw error
  }
}

const tooLong = (limit: number) =>
  failure('TOO_LARGE', `The line is longer than ${limit} bytes`, problem('error.length.maximum', limit))

const NEWLINE = 0x0a

/** The bytes of each line, without its end, those of a chunk together; `undefined` for a line longer than the limit. */
async function* lines(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): AsyncGenerator<readonly (Uint8Array | undefined)[]> {
  let parts: Uint8Array[] = []
  let size = 0
  const take = (part: Uint8Array) => {
    size += part.length
    if (size <= limit) parts.push(part)
    else parts = []
  }
  const finish = () => {
    const line = size > limit ? undefined : parts.length === 1 ? parts[0] : join(parts, size)
    parts = []
    size = 0
    return line
  }
  for await (const chunk of chunks(body)) {
    const ended: (Uint8Array | undefined)[] = []
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, to))
      ended.push(finish())
      from = to + 1
    }
    if (from < chunk.length) take(chunk.subarray(from))
    yield ended
  }
  if (size > 0) yield [finish()]
}

async function* chunks(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  try {
    for (;;) {
      const step = await reader?.read()
      if (!step || step.done) return
      yield step.value
    }
  } finally {
    await reader?.cancel().catch(() => {})
  }
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
