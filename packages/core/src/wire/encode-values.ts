import { iteratorOf } from '../iterable.ts'

/** How much text is gathered into one chunk, in UTF-16 units, as long as values come without waiting. */
const CHUNK = 32 * 1024

/** How values are written. */
export interface Format {
  readonly format: (value: unknown) => string
  /** After how much text a chunk goes, in UTF-16 units; 1: each value by itself, as soon as it is there. @default 32 Ki */
  readonly chunk?: number
  /** Begins to send what keeps a reader waiting; gives what ends that. */
  readonly keepAlive?: (controller: ReadableStreamDefaultController<Uint8Array>) => () => void
  /** What the reader is told of a failure. @default the failure itself */
  readonly onFailure?: ((error: unknown) => unknown) | undefined
}

/**
 * Values as the bytes of a stream, read when they are asked for and not before: so a failure always reaches a reader that
 * waits, never a host that is busy writing and would write the failure as well. Cancelling it returns the iterator.
 */
export function encodeValues(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  { format, chunk = CHUNK, keepAlive, onFailure = (error) => error }: Format,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = iteratorOf(values)
  let stop: (() => void) | undefined
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
          if (done) isOver = true
          else text += format(value)
        }
        if (text) controller.enqueue(encoder.encode(text))
      } catch (error) {
        stop?.()
        await Promise.resolve(iterator.return?.()).catch(() => {}) // the first failure is the one to tell
        throw onFailure(error)
      }
      if (!isOver) return
      stop?.()
      controller.close()
    },
    async cancel() {
      stop?.()
      await iterator.return?.()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
