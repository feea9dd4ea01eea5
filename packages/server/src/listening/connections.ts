import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/** The event of a new connection. With TLS, it comes after the handshake, with the socket whose bytes count. */
export const connectionEvent = (http: Server): string => (http instanceof TlsServer ? 'secureConnection' : 'connection')

/** The latest request of a connection and its response; nothing between requests. */
interface Exchange {
  incoming: IncomingMessage | undefined
  outgoing: ServerResponse | undefined
}

/** The connections that have sent a request. */
export interface Connections {
  /** Receives each request. Costs less than listeners of each response, which do not have to be there in most cases. */
  readonly note: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** The latest exchanges that are not done. */
  exchanges(): Iterable<Readonly<Exchange>>
  /** Whether a connection has had requests, all of which are answered. */
  isWaiting(socket: Socket): boolean
}

/** Remembers the latest request of each connection. */
export function rememberLatest(): Connections {
  const latest = new Map<Socket, Exchange>()

  function isDone(exchange: Exchange): boolean {
    if (exchange.outgoing && !exchange.outgoing.writableFinished) return false
    exchange.incoming = exchange.outgoing = undefined
    return true
  }

  return {
    note(incoming, outgoing) {
      const { socket } = incoming
      const exchange = latest.get(socket)
      if (exchange) {
        exchange.incoming = incoming
        exchange.outgoing = outgoing
        return
      }
      latest.set(socket, { incoming, outgoing })
      socket.once('close', () => latest.delete(socket))
    },
    *exchanges() {
      for (const exchange of latest.values()) if (!isDone(exchange)) yield exchange
    },
    isWaiting(socket) {
      const exchange = latest.get(socket)
      return exchange !== undefined && isDone(exchange)
    },
  }
}

/** When connections without traffic are closed, in milliseconds. */
export interface IdleLimits {
  /** In the middle of an exchange, or before the first. */
  readonly idleMs: number
  /** Between requests. */
  readonly waitingMs: number
  /** How often they are looked at. */
  readonly lookMs: number
}

/**
 * Closes connections without any traffic. Node's own timeouts do so too, but to set them for each request takes a twentieth of
 * the time of a short call.
 */
export function limitIdle(http: Server, connections: Connections, { idleMs, waitingMs, lookMs }: IdleLimits): void {
  const traffic = new Map<Socket, { bytes: number; since: number }>()
  http.on(connectionEvent(http), (socket: Socket) => {
    traffic.set(socket, { bytes: -1, since: performance.now() })
    socket.once('close', () => traffic.delete(socket))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, seen] of traffic) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== seen.bytes) Object.assign(seen, { bytes, since: now })
      else if (now - seen.since >= (connections.isWaiting(socket) ? waitingMs : idleMs)) socket.destroy()
    }
  }, lookMs).unref()
  http.once('close', () => clearInterval(timer))
}
