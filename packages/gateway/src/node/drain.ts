import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Http2Sessions } from './http2-sessions.ts'

/** How often connections are checked for having become idle, in milliseconds. */
const SWEEP_MS = 50
/**
 * How long idle connections stay open, in milliseconds. A request may be under way on them: it is answered, with
 * `Connection: close`. Closed at once, it would be lost.
 */
const GRACE_MS = 500

/**
 * Watches the connections of a server before it listens. Returns a function that stops accepting connections and resolves
 * when all have closed: those in use after their response, idle ones after half a second, and all after `drainMs`.
 */
export function drainable(server: Server, http2?: Http2Sessions): (drainMs: number) => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return async (drainMs) => {
    const closed = new Promise<void>((resolve) => stopListening(server, resolve))
    http2?.close()
    let sweep: NodeJS.Timeout | undefined
    const grace = setTimeout(
      () => {
        // Node does not count a connection that has sent nothing as idle.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
        server.closeIdleConnections()
        sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      },
      Math.min(GRACE_MS, drainMs / 2),
    )
    // Upgraded connections are known only here.
    const force = setTimeout(() => sockets.forEach((socket) => void socket.destroy()), drainMs)
    await closed
    for (const timer of [grace, sweep, force]) clearTimeout(timer)
    // Ends the checks of connections.
    server.close()
  }
}

/** `close` of HTTP servers would close idle connections at once. */
function stopListening(server: Server, onClosed: () => void): void {
  NetServer.prototype.close.call(server, onClosed)
}
