import type { ReadOpenApi } from '@signalbox/core'
import type { OpenApiThread } from './openapi-thread.ts'
import { startThread } from './openapi-thread.ts'

/** So many documents are read at once; others wait. */
const AT_ONCE = 2

/** A thread that read a larger document than this ends, to give its memory back. */
const LARGE_CHARACTERS = 1024 * 1024

/**
 * Reads OpenAPI documents in threads, so that a large document holds up nobody and a hostile one takes no more than its share: TOO_LARGE for
 * what takes too much memory or time. The first document starts a thread, which stays for the next ones until the signal of the call aborts.
 */
export function openApiReader(): ReadOpenApi {
  const waiting: (() => void)[] = []
  const known = new WeakSet<AbortSignal>()
  let reading = 0
  let warm: OpenApiThread | undefined

  function take(): OpenApiThread {
    const thread = warm && !warm.isOver() ? warm : startThread()
    warm = undefined
    return thread
  }

  function giveBack(thread: OpenApiThread): void {
    if (warm) thread.end()
    else if (!thread.isOver()) warm = thread
  }

  /** The thread that waits for documents ends with whom it waits for. */
  function endWith(signal: AbortSignal): void {
    if (known.has(signal)) return
    known.add(signal)
    signal.addEventListener('abort', () => warm?.end(), { once: true })
  }

  return async (body, limits, signal) => {
    if (signal) endWith(signal)
    if (reading >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    reading++
    try {
      signal?.throwIfAborted()
      const thread = take()
      try {
        const answer = await thread.read({ body, limits }, signal)
        if (answer.text.length > LARGE_CHARACTERS) thread.end()
        return answer
      } finally {
        giveBack(thread)
      }
    } finally {
      reading--
      waiting.shift()?.()
    }
  }
}
