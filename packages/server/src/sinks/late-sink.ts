import type { Sink } from '@signalbox/core/sinks'

/** A sink, and what ends the client that it uses. */
export interface Connected {
  readonly sink: Sink
  readonly end?: () => unknown
}

/**
 * A sink whose client connects with the first call, because a server starts while a destination is away. A call after a
 * failure to connect tries again.
 */
export function lateSink(kind: string, connect: () => Promise<Connected>): Sink {
  let connecting: Promise<Connected> | undefined

  function connected(): Promise<Connected> {
    connecting ??= connect().catch((error) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  return {
    kind,
    position: async (signal) => (await connected()).sink.position(signal),
    append: async (events, after, signal) => (await connected()).sink.append(events, after, signal),
    async close() {
      const open = await connecting?.catch(() => undefined)
      await open?.sink.close()
      await open?.end?.()
    },
  }
}
