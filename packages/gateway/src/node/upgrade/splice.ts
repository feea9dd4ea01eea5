import type { Socket } from 'node:net'

/** What passed between two connections, and how that ended. */
export interface Spliced {
  /** Bytes from the client. */
  bytesIn: number
  /** Bytes from the backend. */
  bytesOut: number
  /** Who reset the connection, or that nothing passed for too long. Absent: both sides closed it. */
  brokenBy: 'client' | 'backend' | 'silence' | undefined
}

/** Two connections, and the milliseconds without a byte after which both are closed; 0: never. */
export interface Ends {
  readonly client: Socket
  readonly backend: Socket
  readonly idleMs: number
}

/**
 * Passes all bytes between two connections, as fast as each side takes them. The end of one direction is passed on, and so
 * is a reset. Calls back once, when both connections are closed.
 */
export function splice({ client, backend, idleMs }: Ends, ended: (spliced: Spliced) => void): void {
  const spliced: Spliced = { bytesIn: 0, bytesOut: 0, brokenBy: undefined }
  let open = 2
  const closed = (): void => {
    open--
    if (open === 0) ended(spliced)
  }
  const silent = (): void => {
    spliced.brokenBy ??= 'silence'
    client.destroy()
    backend.destroy()
  }
  const broken = (by: 'client' | 'backend'): void => {
    spliced.brokenBy ??= by
  }
  // A backend that has sent everything may still read.
  backend.allowHalfOpen = true
  for (const socket of [client, backend]) {
    socket.setTimeout(idleMs, silent)
    if (socket.closed) closed()
    else socket.once('close', closed)
  }
  relay(client, backend, {
    passed: (length) => {
      spliced.bytesIn += length
    },
    broken: () => broken('client'),
  })
  relay(backend, client, {
    passed: (length) => {
      spliced.bytesOut += length
    },
    broken: () => broken('backend'),
  })
}

interface Told {
  readonly passed: (length: number) => void
  readonly broken: () => void
}

function relay(from: Socket, to: Socket, { passed, broken }: Told): void {
  let isReset = false
  from.on('data', (chunk: Buffer) => {
    passed(chunk.length)
    if (!to.write(chunk)) from.pause()
  })
  to.on('drain', () => from.resume())
  from.on('end', () => to.end())
  from.on('error', () => {
    isReset = true
    broken()
  })
  from.on('close', () => {
    if (isReset) reset(to)
    // Else what was read is still on its way.
    else if (!from.readableEnded || !from.writableFinished) to.destroy()
  })
  if (from.destroyed) to.destroy()
  else from.resume()
}

function reset(socket: Socket): void {
  if (socket.destroyed) return
  // TLS has no reset of its own: the other side misses its closing alert.
  if ('encrypted' in socket) socket.destroy()
  else socket.resetAndDestroy()
}
