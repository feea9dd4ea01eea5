import type { EncodedTo, Encoder } from '../backend/zlib-encoder.ts'

/** Encodes a body as its reader asks for it. */
export function encodeBy(
  body: ReadableStream<Uint8Array>,
  begin: (to: EncodedTo) => Encoder,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let encoder: Encoder | undefined
  let isOver = false
  let goOn = (): void => {}

  async function feed(to: Encoder, fail: (error: unknown) => void): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (isOver) return
        if (done) return to.end()
        if (!to.write(value))
          await new Promise<void>((resolve) => {
            goOn = resolve
          })
      }
    } catch (error) {
      fail(error)
    }
  }

  function start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const fail = (error: unknown): void => {
      if (isOver) return
      isOver = true
      encoder?.destroy()
      controller.error(error)
    }
    encoder = begin({
      data(bytes) {
        controller.enqueue(bytes)
        // The reader asks for more when it has taken this.
        encoder?.pause()
      },
      drained: () => goOn(),
      end() {
        isOver = true
        controller.close()
      },
      failed(error) {
        fail(error)
        void reader.cancel(error).catch(() => {})
      },
    })
    void feed(encoder, fail)
  }

  return new ReadableStream(
    {
      pull(controller) {
        if (encoder) encoder.resume()
        else start(controller)
      },
      async cancel(reason) {
        isOver = true
        encoder?.destroy()
        goOn()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
