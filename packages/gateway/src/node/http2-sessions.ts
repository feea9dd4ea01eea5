import type { Server as HttpServer } from 'node:http'
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { Server } from 'node:https'
import { socketsOf, wasReset } from './incoming/wire-http2.ts'
import type { NodeListeners } from './to-node.ts'

/** Limits of connections of HTTP/2. */
export interface SessionLimits {
  /** Milliseconds until the first request. */
  readonly headersTimeout: number
  /** Milliseconds without a request in progress. */
  readonly keepAliveTimeout: number
  /** Requests of one connection. */
  readonly requests: number
}

/** Connections of HTTP/2. */
export interface Http2Sessions {
  /** Keeps serving, but closes each connection after its next request. */
  drain(): void
  /** Takes no new requests, and closes connections when those in progress have ended. */
  close(): void
}

/** Requests in progress on a connection. */
const MOST_STREAMS = 100
/** So many requests may be cancelled within a time: each one costs the gateway work that the client does not do. */
const MOST_RESETS = 200
const RESETS_WITHIN_MS = 10_000
/** The error code that tells a client so (RFC 9113, section 7). */
const ENHANCE_YOUR_CALM = 11

/** Serves HTTP/2 on those connections of a server whose client chose it by ALPN. */
export function serveHttp2(server: Server, listeners: NodeListeners, limits: SessionLimits): Http2Sessions {
  const sessions = new Set<ServerHttp2Session>()
  let isDraining = false
  const http2 = createServer({
    settings: { maxConcurrentStreams: MOST_STREAMS, maxHeaderListSize: 16_384, enablePush: false },
    // Requests with more than a hundred headers are answered.
    maxHeaderListPairs: 1000,
  })
  for (const event of ['request', 'checkContinue', 'checkExpectation', 'connect'] as const)
    http2.on(event, listeners[event] as never)
  http2.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    limitSession(session, limits)
    if (isDraining) closeAfterNext(session)
  })
  takeConnections(server, http2)
  return {
    drain() {
      isDraining = true
      for (const session of sessions) closeAfterNext(session)
    },
    close() {
      for (const session of sessions) session.close()
    },
  }
}

/** `https` takes all connections for HTTP/1. */
function takeConnections(server: HttpServer, http2: Http2Server): void {
  const [serveHttp1] = server.listeners('secureConnection')
  server.removeAllListeners('secureConnection')
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol !== 'h2') {
      serveHttp1?.call(server, socket)
      return
    }
    http2.once('session', (session) => socketsOf.set(session, socket))
    http2.emit('connection', socket)
  })
}

function limitSession(
  session: ServerHttp2Session,
  { headersTimeout, keepAliveTimeout, requests }: SessionLimits,
): void {
  let count = 0
  let open = 0
  let idleSince = performance.now()
  let limit = headersTimeout
  let timer = setTimeout(look, limit).unref()
  const isCalm = calm()

  /** One timer for all pauses of a connection. Frames that begin no request do not count. */
  function look(): void {
    const left = open > 0 ? limit : idleSince + limit - performance.now()
    if (left <= 0) session.close()
    else timer = setTimeout(look, left).unref()
  }

  function onClose(this: ServerHttp2Stream): void {
    open--
    if (open === 0) idleSince = performance.now()
    if (wasReset(this) && !isCalm()) calmDown(session)
  }

  session.on('stream', (stream) => {
    open++
    count++
    if (count === 1) {
      limit = keepAliveTimeout
      clearTimeout(timer)
      timer = setTimeout(look, limit).unref()
    }
    stream.once('close', onClose)
    if (count >= requests) session.close()
  })
  session.once('close', () => clearTimeout(timer))
}

/**
 * An idle connection is not closed at once: a request that is under way on it would be lost. Others that are under way behind
 * the next one are refused, so that the client may send them again (RFC 9113, section 6.8).
 */
function closeAfterNext(session: ServerHttp2Session): void {
  session.once('stream', () => session.close())
}

/** Tells a client why its connection is closed. Destroyed at once, the connection could lose the message. */
function calmDown(session: ServerHttp2Session): void {
  if (session.destroyed) return
  session.goaway(ENHANCE_YOUR_CALM)
  setImmediate(() => session.destroy())
}

/** Counts resets. Returns whether there were not too many of them lately. */
function calm(): () => boolean {
  let since = performance.now()
  let resets = 0
  return () => {
    const now = performance.now()
    if (now - since > RESETS_WITHIN_MS) {
      since = now
      resets = 0
    }
    resets++
    return resets < MOST_RESETS
  }
}
