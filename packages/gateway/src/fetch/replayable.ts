/** A request body that can be sent again, as long as no more of it was read than is kept. */
export interface Replayable {
  /** Whether nothing was read, or everything that was read is kept. */
  readonly isReplayable: boolean
  /** Bytes that the client sent. */
  readonly received: number
  /** The body from its beginning. Only the newest stream may be read. */
  open(): ReadableStream<Uint8Array>
  /** Drops what is kept, and reads no more. */
  close(): void
}

/** Keeps up to `limit` bytes of a body while they are sent, so that they can be sent again. 0: nothing is kept. */
export function replayable(body: ReadableStream<Uint8Array>, limit: number): Replayable {
  const reader = body.getReader()
  let kept: Uint8Array[] = []
  let received = 0
  let isWhole = false
  let reading: Promise<void> | undefined
  /** Differs for each stream: one that was left must not touch what the next one needs. */
  let newest = 0

  /** One stream may have left in the middle of a read: the next one waits for the same bytes. */
  const more = (): Promise<void> => {
    reading ??= reader.read().then(({ done, value }) => {
      reading = undefined
      if (done) isWhole = true
      else {
        received += value.length
        kept.push(value)
      }
    })
    return reading
  }

  return {
    get isReplayable() {
      return received <= limit
    },
    get received() {
      return received
    },
    open() {
      newest++
      const own = newest
      let place = 0
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
        while (place >= kept.length && !isWhole) {
          await more()
          if (own !== newest) return
        }
        const chunk = kept[place]
        if (chunk === undefined) return controller.close()
        place++
        if (received > limit) {
          kept = kept.slice(place)
          place = 0
        }
        controller.enqueue(chunk)
      }
      const cancel = async (reason: unknown): Promise<void> => {
        newest++
        if (received > limit) await reader.cancel(reason).catch(() => {})
      }
      return new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
    },
    close() {
      kept = []
      void reader.cancel().catch(() => {})
    },
  }
}
