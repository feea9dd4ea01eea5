import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { TlsOptions } from 'node:tls'
import type { Report } from '@signalbox/core'
import { answerUnreadable } from '../observers/answer-unreadable.ts'
import type { Observer } from '../observers/observer.ts'
import { type ConnectionLimit, limitConnections } from '../overload/limit-connections.ts'
import { limitsOf } from '../overload/limits.ts'
import type { Settings } from '../settings/settings.ts'
import { type IdleLimits, limitIdle, rememberLatest } from './connections.ts'
import { limitSlowSenders } from './slow-senders.ts'

interface ListenerParts {
  /** The certificates. @default plain http */
  readonly tls?: TlsOptions | undefined
  readonly observer: Observer
  readonly report: Report
  readonly onRequest: RequestListener
}

/** Event streams send regularly. Load balancers keep connections for a minute, and must be the first to close them. */
const idle: IdleLimits = { idleMs: 300_000, waitingMs: 65_000, lookMs: 5000 }
/** Milliseconds in which a client must complete the TLS handshake. */
const HANDSHAKE_MS = 10_000

/** An HTTP server, and its connections. */
export interface OpenedListener {
  readonly http: Server
  readonly connections: ConnectionLimit
}

/** Creates an HTTP server that does not listen yet, with limits against clients that are slow, idle or too many. */
export function createListener(
  settings: Settings,
  { tls, observer, report, onRequest }: ListenerParts,
): OpenedListener {
  const options: ServerOptions = {
    // Requests as a whole have no time limit, because a large import takes as long as the store needs. Without that
    // limit, Node does not limit headers either, unless told to.
    requestTimeout: 0,
    headersTimeout: settings.headersMs,
    connectionsCheckingInterval: settings.headersMs / 4,
    keepAliveTimeout: 0, // see `limitIdle`
    // Requests without a body need no stream of events. Node.js before 24.12 ignores this.
    optimizeEmptyRequests: true,
    ...observer.messages,
  }
  const latest = rememberLatest()
  const listener: RequestListener = (incoming, outgoing) => {
    latest.note(incoming, outgoing)
    if (!connections.refuses(incoming, outgoing)) onRequest(incoming, outgoing)
  }
  const http: Server = tls
    ? createSecureServer({ handshakeTimeout: HANDSHAKE_MS, ...tls, ...options }, listener)
    : createServer(options, listener)
  if (observer.request) http.prependListener('request', observer.request)
  if (observer.unreadableId) answerUnreadable(http, observer)
  limitSlowSenders(http, latest, settings)
  limitIdle(http, latest, idle)
  const connections = limitConnections(http, limitsOf(settings), report)
  return { http, connections }
}
