import type { Wait } from '@signalbox/core/evaluate'
import { unavailable } from './unavailable.ts'

/** The stream's address (for errors), and how long it may be silent before its connection counts as lost. */
interface Listening {
  readonly address: string
  readonly silenceMs: number
  readonly wait: Wait
}

/**
 * Passes bytes on, and fails with UNAVAILABLE if none arrive for `silenceMs`, as if the connection had broken. Only the
 * time in which a reader waits counts, so slow readers lose nothing.
 */
export function untilSilent(
  body: ReadableStream<Uint8Array>,
  { address, silenceMs, wait }: Listening,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const heard = new AbortController()
      const read = reader.read().catch((cause) => {
        throw unavailable(address, 'interrupted the stream', cause)
      })
      try {
        const step = await Promise.race([read, wait(silenceMs, heard.signal)])
        if (!step) throw unavailable(address, `sent nothing on the stream for ${silenceMs} ms`)
        if (step.done) controller.close()
        else controller.enqueue(step.value)
      } catch (error) {
        void reader.cancel().catch(() => {}) // ignored: the first failure is the one to report
        throw error
      } finally {
        heard.abort()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
