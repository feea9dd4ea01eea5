import type { ReadOpenApi } from '@signalbox/core'
import { type OpenApiThread, startThread, stopped } from './openapi-thread.ts'

/** Documents read at the same time; others wait. */
const AT_ONCE = 2

/** A thread that has read a larger document is ended, to free its memory. */
const LARGE_CHARACTERS = 1024 * 1024

/** A document with more parts than this also counts as large. */
const LARGE_PARTS = 20_000

interface Waiting {
  readonly isLarge: boolean
  readonly start: () => void
}

/**
 * Creates a reader of OpenAPI documents that works in threads, so that a large document does not block other work and a
 * hostile one has limited resources. Rejects with TOO_LARGE for documents that take too much memory or time. Large
 * documents are read one at a time, so that small ones need not wait for them. The first document starts a thread,
 * which is reused until the signal of the call aborts.
 */
export function openApiReader(): ReadOpenApi {
  const waiting: Waiting[] = []
  const known = new WeakSet<AbortSignal>()
  let reading = 0
  let isReadingLarge = false
  let warm: OpenApiThread | undefined

  /** Reserves a slot. Returns false if none is free for a document like this. */
  function begin(isLarge: boolean): boolean {
    if (reading >= AT_ONCE || (isLarge && isReadingLarge)) return false
    reading++
    if (isLarge) isReadingLarge = true
    return true
  }

  function end(isLarge: boolean): void {
    reading--
    if (isLarge) isReadingLarge = false
    const next = waiting.findIndex((one) => begin(one.isLarge))
    if (next >= 0) waiting.splice(next, 1)[0]?.start()
  }

  function take(): OpenApiThread {
    const thread = warm && !warm.isOver() ? warm : startThread()
    warm = undefined
    return thread
  }

  function giveBack(thread: OpenApiThread): void {
    if (warm) thread.end()
    else if (!thread.isOver()) warm = thread
  }

  /** Ends the idle thread when the signal aborts. */
  function endWith(signal: AbortSignal): void {
    if (known.has(signal)) return
    known.add(signal)
    signal.addEventListener('abort', () => warm?.end(), { once: true })
  }

  return async (body, limits, signal) => {
    if (signal) endWith(signal)
    const isLarge = isLargeDocument(body)
    if (!begin(isLarge)) await new Promise<void>((start) => waiting.push({ isLarge, start }))
    try {
      if (signal?.aborted) throw stopped()
      const thread = take()
      try {
        const answer = await thread.read({ body, limits }, signal)
        if (answer.text.length > LARGE_CHARACTERS) thread.end()
        return answer
      } finally {
        giveBack(thread)
      }
    } finally {
      end(isLarge)
    }
  }
}

/**
 * Whether a document is expected to take long: by the length of its text, or by its number of parts if already parsed.
 */
function isLargeDocument(body: unknown): boolean {
  const open: unknown[] = [body]
  for (const part of open.values()) {
    if (typeof part === 'string' && part.length > LARGE_CHARACTERS) return true
    if (typeof part !== 'object' || part === null) continue
    if (part instanceof Uint8Array) return part.byteLength > LARGE_CHARACTERS
    for (const member of Object.values(part)) open.push(member)
    if (open.length > LARGE_PARTS) return true
  }
  return false
}
