import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Calls that are not done by then are cut off. */
const FORCE_MS = 8000
/** A connection whose last answer has just gone out is closed within this time. */
const SWEEP_MS = 50

/**
 * Watches the connections of a server that does not listen yet, and returns what ends them: it takes no more calls, and
 * resolves when those in flight are done, after 8 seconds at the latest.
 */
export function drainable(http: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return async () => {
    const closed = new Promise((resolve) => http.close(resolve))
    // Browsers open connections ahead; to Node one that has sent nothing yet is not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS)
    const force = setTimeout(() => http.closeAllConnections(), FORCE_MS)
    await closed
    clearInterval(sweep)
    clearTimeout(force)
  }
}
