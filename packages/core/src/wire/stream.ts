import type { FrameOptions } from '../events/frames.ts'
import { framesOf } from '../events/frames.ts'
import type { Encoding } from '../operation.ts'
import type { Format } from './encode-values.ts'
import { encodeValues } from './encode-values.ts'
import { formatEvent, formatLine, KEEP_ALIVE_COMMENT } from './frame.ts'

/** How streams are written. */
const formats: Record<Encoding, Format> = {
  ndjson: { format: formatLine },
  sse: { format: formatEvent, chunk: 1, keepAlive },
}
const KEEP_ALIVE_MS = 15_000

/** Sends a comment at once, and again whenever the reader has waited for a while. */
function keepAlive(controller: ReadableStreamDefaultController<Uint8Array>): () => void {
  const send = () => controller.enqueue(new TextEncoder().encode(KEEP_ALIVE_COMMENT))
  send()
  const timer = setInterval(() => controller.desiredSize === 0 && send(), KEEP_ALIVE_MS)
  return () => clearInterval(timer)
}

/** The media types of streams that are read. */
export const readTypes: readonly string[] = ['application/nd-json', 'application/x-ndjson', 'application/ndjson']

/** Values as the bytes of an answer. Events that can be had as frames are not encoded again. */
export function encodeStream(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  encoding: Encoding,
  options: FrameOptions = {},
): ReadableStream<Uint8Array> {
  const frames = encoding === 'sse' && framesOf(values)
  return frames ? frames(options) : encodeValues(values, { ...formats[encoding], onFailure: options.onFailure })
}
