import type { Sink } from '@signalbox/core/sinks'

/** A sink, and what ends the client that it uses. */
export interface Connected {
  readonly sink: Sink
  readonly end?: () => unknown
  /** Whether the client has given up, so that another one must connect. */
  readonly isOver?: () => boolean
}

/**
 * A sink whose client connects with the first call, because a server starts while a destination is away. A call after a
 * failure to connect tries again.
 */
export function lateSink(kind: string, connect: () => Promise<Connected>): Sink {
  let connecting: Promise<Connected> | undefined

  async function connected(signal: AbortSignal): Promise<Sink> {
    signal.throwIfAborted()
    connecting ??= connect().catch((error) => {
      connecting = undefined
      throw error
    })
    const using = connecting
    const open = await orAborted(using, signal)
    if (!open.isOver?.()) return open.sink
    if (connecting === using) connecting = undefined
    return connected(signal)
  }

  return {
    kind,
    position: async (signal) => (await connected(signal)).position(signal),
    append: async (events, after, signal) => (await connected(signal)).append(events, after, signal),
    async close() {
      const open = await connecting?.catch(() => undefined)
      await open?.sink.close()
      await open?.end?.()
    },
  }
}

/** Settles like the promise, or rejects when the signal aborts before. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
