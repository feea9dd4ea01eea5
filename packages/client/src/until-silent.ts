import type { Wait } from '@signalbox/core/evaluate'
import { unavailable } from './unavailable.ts'

/** Whose stream it is, and the longest silence that is none of a lost connection. */
interface Listening {
  readonly address: string
  readonly silenceMs: number
  readonly wait: Wait
}

/**
 * The same bytes, until none came for too long: then, as when the connection breaks, it fails with UNAVAILABLE. Only while
 * somebody waits for bytes does the time count: a slow reader loses nothing.
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
        throw unavailable(address, 'broke off its stream', cause)
      })
      try {
        const step = await Promise.race([read, wait(silenceMs, heard.signal)])
        if (!step) throw unavailable(address, `sent nothing for ${silenceMs} ms`)
        if (step.done) controller.close()
        else controller.enqueue(step.value)
      } catch (error) {
        void reader.cancel().catch(() => {}) // whatever is left of it, the first failure is the one to tell
        throw error
      } finally {
        heard.abort()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
