import { iteratorOf } from '../answers/iterable.ts'

/** How much text is gathered into a chunk while values arrive without waiting, in UTF-16 units. */
const CHUNK = 32 * 1024

/** How values are formatted. */
export interface Format {
  readonly format: (value: unknown) => string
  /** The size of a chunk in UTF-16 units; 1 sends each value at once, alone. @default 32 Ki */
  readonly chunk?: number
  /** Starts to send keep-alive comments. Returns a function that stops them. */
  readonly keepAlive?: (controller: ReadableStreamDefaultController<Uint8Array>) => () => void
  /** Maps a failure before the reader sees it. @default the failure itself */
  readonly onFailure?: ((error: unknown) => unknown) | undefined
}

/**
 * Encodes values as the bytes of a stream that reads on demand only. A failure thus always reaches a waiting reader; a
 * host in the middle of writing would write the failure into the body. Cancelling the stream returns the iterator.
 */
export function encodeValues(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  { format, chunk = CHUNK, keepAlive, onFailure = (error) => error }: Format,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = iteratorOf(values)
  let stop: (() => void) | undefined
  let isCancelled = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      stop = keepAlive?.(controller)
    },
    async pull(controller) {
      let text = ''
      let isOver = false
      try {
        while (text.length < chunk && !isOver) {
          const { done, value } = await iterator.next()
          if (isCancelled) return
          if (done) isOver = true
          else text += format(value)
        }
        if (text) controller.enqueue(encoder.encode(text))
      } catch (error) {
        stop?.()
        await Promise.resolve(iterator.return?.()).catch(() => {}) // the first failure is the one to report
        throw onFailure(error)
      }
      if (!isOver) return
      stop?.()
      controller.close()
    },
    async cancel() {
      isCancelled = true
      stop?.()
      await iterator.return?.()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
