import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { Report } from '@signalbox/core'

/** Milliseconds between two reports of rejected connections, at least. */
const REPORT_EVERY = 60_000

/** Closes connections beyond a limit, and reports it at most once a minute. */
export function limitConnections(http: Server, most: number, report: Report): void {
  http.maxConnections = most
  let reported = Number.NEGATIVE_INFINITY
  http.on('drop', () => {
    if (performance.now() - reported < REPORT_EVERY) return
    reported = performance.now()
    report(
      new Error(
        `${most} connections are open, and further ones are closed: raise SIGNALBOX_CONNECTIONS, or find the clients that keep them open`,
      ),
    )
  })
}

/** The event of a new connection. With TLS, it comes after the handshake, with the socket whose bytes count. */
export const connectionEvent = (http: Server): string => (http instanceof TlsServer ? 'secureConnection' : 'connection')

/** How often connections are looked at. */
const LOOK_MS = 30_000

/**
 * Closes connections without any traffic after a time in milliseconds, or up to a minute later. Node's own timeout does
 * it, but is set only where there was none of late: to set it for each request would cost a twentieth of a short call.
 */
export function limitIdle(http: Server, idleMs: number, lookMs = LOOK_MS): void {
  const traffic = new Map<Socket, number>()
  http.on(connectionEvent(http), (socket: Socket) => {
    traffic.set(socket, -1)
    socket.once('close', () => traffic.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, before] of traffic) {
      const now = socket.bytesRead + socket.bytesWritten
      traffic.set(socket, now)
      // Between requests there is a shorter timeout, and each request clears it.
      if (now === before && !socket.timeout) socket.setTimeout(idleMs)
    }
  }, lookMs).unref()
  http.once('close', () => clearInterval(timer))
}
