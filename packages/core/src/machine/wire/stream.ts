import type { Encoding } from '../../operation.ts'
import type { Wait } from '../../ports.ts'
import type { FrameOptions, Frames } from '../answers/frames.ts'
import { idleWait } from '../time/wait.ts'
import { encodeValues, type Format } from './encode-values.ts'
import { formatEvent, formatLine, KEEP_ALIVE_COMMENT } from './frame.ts'

/** How each kind of stream is formatted. */
const formats: Record<Encoding, (wait: Wait) => Format> = {
  ndjson: () => ({ format: formatLine }),
  sse: (wait) => ({ format: formatEvent, chunk: 1, keepAlive: (controller) => keepAlive(controller, wait) }),
}
const KEEP_ALIVE_MS = 15_000

/** Sends a comment at the start, and after each pause. */
function keepAlive(controller: ReadableStreamDefaultController<Uint8Array>, wait: Wait): () => void {
  const send = () => controller.enqueue(new TextEncoder().encode(KEEP_ALIVE_COMMENT))
  const ended = new AbortController()
  async function goOn(): Promise<void> {
    for (;;) {
      await wait(KEEP_ALIVE_MS, ended.signal)
      if (ended.signal.aborted) return
      if (controller.desiredSize === 0) send()
    }
  }
  send()
  void goOn()
  return () => ended.abort()
}

/** The media types accepted for uploaded streams. */
export const readTypes: readonly string[] = ['application/nd-json', 'application/x-ndjson', 'application/ndjson']

/** Encodes values as the bytes of a response. Frames that exist already are not encoded again. */
export function encodeStream(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  encoding: Encoding,
  { frames, ...options }: FrameOptions & { readonly frames?: Frames | undefined } = {},
): ReadableStream<Uint8Array> {
  return frames
    ? frames(options)
    : encodeValues(values, { ...formats[encoding](options.wait ?? idleWait), onFailure: options.onFailure })
}
