import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { reportOnce } from '../reporting/report-once.ts'
import { namesWebSocket } from '../request/websocket.ts'
import { drainable } from './drain.ts'
import { serveHttp2 } from './http2-sessions.ts'
import { responseOf } from './incoming/client-error.ts'
import { limitConnections } from './incoming/limit-connections.ts'
import { refuseAsTarget } from './outgoing/own-listeners.ts'
import { createTransport, type TransportOptions } from './outgoing/transport.ts'
import { type HasPipeline, listenersOf } from './to-node.ts'

/** Where a gateway listens, and its limits. */
export interface ListenOptions extends TransportOptions {
  /** 0: any free port. @default 0 */
  readonly port?: number
  /** @default all addresses */
  readonly host?: string
  /** Certificates and keys, as `node:https` takes them. @default plain http */
  readonly tls?: TlsOptions
  /** Whether clients may choose HTTP/2, by ALPN. Requires `tls`. @default false */
  readonly h2?: boolean
  /** Open connections. @default 20_000 */
  readonly connections?: number
  /** Open connections of one address; IPv6: of one /64. @default 1000 */
  readonly connectionsPerAddress?: number
  /** Milliseconds in which the headers of a request must arrive. @default 15_000 */
  readonly headersTimeout?: number
  /** Milliseconds between two requests of a connection. @default 65_000 */
  readonly keepAliveTimeout?: number
  /** Requests of one connection. @default 10_000 */
  readonly requestsPerConnection?: number
}

/** A gateway that listens. */
export interface Listening {
  readonly server: Server
  readonly port: number
  /** The URL, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /**
   * Tells clients to use other connections, and keeps serving until `close`: each connection ends after its next
   * request, with `Connection: close` in HTTP/1.1 and with GOAWAY in HTTP/2.
   */
  drain(): void
  /**
   * Stops accepting connections, and resolves when requests in progress have ended. After `drainMs`, the rest is cut
   * off. @default 10_000
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

/**
 * Listens for requests to a gateway, with limits against clients that are too many, too slow or too large.
 *
 * @example
 * const { url, close } = await listen(gateway, { port: 8080 })
 */
export async function listen(gateway: HasPipeline, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host, tls, h2 = false, connections = 20_000, connectionsPerAddress = 1000 } = options
  const { requestsPerConnection = 10_000 } = options
  if (h2 && !tls) throw new RangeError('h2 requires tls: browsers and most clients speak HTTP/2 only over TLS')
  const transport = createTransport(gateway.pipeline, options)
  const settings = serverOptions(options)
  const server: Server = tls
    ? createSecureServer({
        handshakeTimeout: 10_000,
        ...(h2 && { ALPNProtocols: ['h2', 'http/1.1'] }),
        ...tls,
        ...settings,
      })
    : createServer(settings)
  server.maxRequestsPerSocket = requestsPerConnection
  // Node drops headers beyond a count without a word. The pipeline refuses requests with too many.
  server.maxHeadersCount = 0
  // Other requests are served as if they did not ask. Known since Node 24.9; before, the listener does that.
  Object.assign(server, { shouldUpgradeCallback: mayUpgrade })
  const listeners = listenersOf(transport)
  for (const [event, listener] of Object.entries(listeners)) server.on(event, listener)
  const { headersTimeout, keepAliveTimeout } = settings
  const limits = { headersTimeout, keepAliveTimeout, requests: requestsPerConnection }
  const http2 = h2 ? serveHttp2(server as SecureServer, listeners, limits) : undefined
  limitConnections(server, { inAll: connections, anAddress: connectionsPerAddress })
  const finish = drainable(server, http2)
  refuseAsTarget(server)
  server.listen({ port, host })
  await once(server, 'listening')
  // Without a listener, a connection that cannot be accepted would end the process.
  server.on('error', reportOnce(gateway.pipeline.report))

  const { port: actual } = server.address() as AddressInfo
  const shown = host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `${tls ? 'https' : 'http'}://${shown.includes(':') ? `[${shown}]` : shown}:${actual}`
  gateway.listensOn?.(url)
  return {
    server,
    port: actual,
    url,
    drain() {
      transport.isDraining = true
      http2?.drain()
    },
    async close({ drainMs = 10_000 } = {}) {
      transport.isDraining = true
      transport.isClosing = true
      await finish(drainMs)
      await transport.close(drainMs)
    },
  }
}

/** A connection with responses in progress stays with HTTP. */
const mayUpgrade = ({ headers, socket }: IncomingMessage): boolean =>
  namesWebSocket(headers.upgrade) && !responseOf(socket)

function serverOptions({ headersTimeout = 15_000, keepAliveTimeout = 65_000 }: ListenOptions) {
  return {
    headersTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1000, Math.max(10, headersTimeout / 4)),
    // The transport has limits of its own for bodies: how silent and how slow they may be, not how long.
    requestTimeout: 0,
    maxHeaderSize: 16_384,
    insecureHTTPParser: false,
    requireHostHeader: true,
    noDelay: true,
  } satisfies ServerOptions
}
