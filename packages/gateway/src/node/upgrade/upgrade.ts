import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Spliced, splice } from './splice.ts'

/** The connection of a client that asked for a WebSocket. */
export interface Upgrade {
  /** Ends the HTTP of the connection, after the head of its 101 was written, and joins it with that of the backend. */
  join(backend: Socket, ended: (spliced: Spliced) => void): void
}

/** What an upgrade needs. */
export interface Asking {
  readonly socket: Socket
  /** What the client sent behind its request. */
  readonly head: Buffer
  readonly response: ServerResponse
  /** Milliseconds without a byte after which the connections are closed; 0: never. */
  readonly idleMs: number
}

/**
 * Watches a client that waits for its WebSocket. A client that leaves meanwhile closes its connection, and so the response.
 * Bytes that it should not have sent yet are kept for the backend; they are few, because no more are read.
 */
export function createUpgrade({ socket, head, response, idleMs }: Asking): Upgrade {
  let early: Buffer | undefined
  const take = (bytes: Buffer): void => {
    early = early ? Buffer.concat([early, bytes]) : bytes
    socket.pause()
  }
  const leave = (): void => void socket.destroy()
  const release = (): void => {
    socket.off('data', take).off('end', leave)
  }
  if (head.length > 0) socket.unshift(head)
  socket.on('data', take).on('end', leave)
  // Only now the connection may be read to its end.
  response.once('finish', release)

  return {
    join(backend, ended) {
      release()
      response.end()
      response.detachSocket(socket)
      if (early) socket.unshift(early)
      splice({ client: socket, backend, idleMs }, ended)
    },
  }
}
