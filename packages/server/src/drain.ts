import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/** After this time the shutdown no longer waits: calls have been cut off, and the store had one second to close. */
const OVER_MS = 9000
/** How often connections are checked for having become idle. */
const SWEEP_MS = 50

/**
 * Watches the connections of a server before it listens. Returns a function that stops accepting calls and resolves
 * when those in flight are done. Those that take longer than `forceMs` are cut off.
 */
export function drainable(http: Server): (forceMs: number) => Promise<void> {
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return async (forceMs) => {
    const closed = new Promise((resolve) => http.close(resolve))
    // Browsers open connections in advance. Node does not count a connection that has sent nothing as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS)
    const force = setTimeout(() => http.closeAllConnections(), forceMs)
    await closed
    clearInterval(sweep)
    clearTimeout(force)
  }
}

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
