import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Http2Sessions } from './http2-sessions.ts'

/** How often connections are checked for having become idle, in milliseconds. */
const SWEEP_MS = 50

/**
 * Watches the connections of a server before it listens. Returns a function that stops accepting connections and resolves
 * when all have closed: those in use after their response, and all after `drainMs`.
 */
export function drainable(server: Server, http2?: Http2Sessions): (drainMs: number) => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return async (drainMs) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    http2?.close()
    // Node does not count a connection that has sent nothing as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    // Those that were upgraded are known here alone.
    const force = setTimeout(() => sockets.forEach((socket) => void socket.destroy()), drainMs)
    await closed
    clearInterval(sweep)
    clearTimeout(force)
  }
}
