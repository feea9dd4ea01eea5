/** How much text is gathered into one chunk, in UTF-16 units, as long as values come without waiting. */
const CHUNK = 32 * 1024
const KEEP_ALIVE_MS = 15_000

/** How values are written. */
export interface Format {
  readonly format: (value: unknown) => string
  /** What is sent at once and whenever nothing was for a while; each value then goes by itself, as soon as it is there. */
  readonly keepAlive?: string
  /** What the reader is told of a failure. @default the failure itself */
  readonly onFailure?: ((error: unknown) => unknown) | undefined
}

/**
 * Values as the bytes of a stream, read when they are asked for and not before: so a failure always reaches a reader that
 * waits, never a host that is busy writing and would write the failure as well. Cancelling it returns the iterator.
 */
export function encodeValues(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  { format, keepAlive, onFailure = (error) => error }: Format,
): ReadableStream<Uint8Array> {
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
