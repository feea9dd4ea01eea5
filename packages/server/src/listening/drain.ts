import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import type { Settings } from '../settings/settings.ts'
import { connectionEvent } from './connections.ts'

/** After this time the shutdown no longer waits: calls have been cut off, and the store had one second to close. */
const OVER_MS = 9000
/** How often connections are checked for having become idle. */
const SWEEP_MS = 50

/** A server that can stop without losing calls. */
export interface Drainable {
  /** Keeps serving, but closes each connection after its next response, so that clients use other servers. */
  drain(): void
  /**
   * Stops accepting calls. Resolves when those in flight are done. Calls that take longer than `forceMs` are cut off.
   */
  close(forceMs: number): Promise<void>
}

/** Watches the connections of a server before it listens. */
export function drainable(http: Server): Drainable {
  const sockets = new Set<Socket>()
  for (const event of new Set(['connection', connectionEvent(http)]))
    http.on(event, (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })

  /** Browsers open connections in advance. Node does not count a connection that has sent nothing as idle. */
  function closeUnused(): void {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  async function close(forceMs: number): Promise<void> {
    const closed = new Promise((resolve) => http.close(resolve))
    closeUnused()
    // Connections that were in a handshake become unused ones.
    const sweep = setInterval(() => {
      http.closeIdleConnections()
      closeUnused()
    }, SWEEP_MS)
    // Those in a handshake are known here alone.
    const force = setTimeout(() => sockets.forEach((socket) => void socket.destroy()), forceMs)
    await closed
    clearInterval(sweep)
    clearTimeout(force)
  }

  return {
    drain() {
      const newest = new WeakMap<Socket, ServerResponse>()
      http.prependListener('request', ({ socket }, outgoing) => {
        // Only the last of several requests that were sent at once: its response ends the connection.
        const before = newest.get(socket)
        if (before && !before.headersSent) before.shouldKeepAlive = true
        newest.set(socket, outgoing)
        outgoing.shouldKeepAlive = false
      })
    },
    close,
  }
}

/** Resolves when probes have had time to notice that this server is not ready. */
export const drained = ({ drainMs }: Pick<Settings, 'drainMs'>): Promise<void> => delay(drainMs)

/** Resolves when the shutdown has ended or taken too long, so that nothing unresponsive keeps the process alive. */
export async function unlessLate(end: Promise<void>, report: Report): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      report(new SignalboxError('UNAVAILABLE', `The store did not close within ${OVER_MS / 1000} seconds`))
      resolve()
    }, OVER_MS)
  })
  await Promise.race([end, late]).finally(() => clearTimeout(timer))
}
