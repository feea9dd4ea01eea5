import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { noteSocketAnswer } from '../observers/answered-on-socket.ts'
import { REQUEST_ID } from '../observers/request-ids/request-id.ts'
import type { Connections } from './connections.ts'

/** How slowly a request body may arrive. */
export interface SlowLimits {
  /** Time in which at least 1 KiB of a body must arrive, or its end, in milliseconds. nd-json has ten times as long. */
  readonly bodyMs: number
}

/** A body that is still arriving: the bytes read at the start of the current interval, and when that was. */
interface Arriving {
  bytes: number
  since: number
}

/** Bytes that must arrive in each interval. */
const LEAST_BYTES = 1024
/**
 * Factor for nd-json, whose lines may be produced while they are sent, and which only callers with write access may
 * send.
 */
const PATIENCE_WITH_LINES = 10

/**
 * Answers 408 to request bodies that arrive too slowly, and closes their connections. Time that the server itself needs
 * to read does not count: an import into a slow store may pause as long as necessary. `headersTimeout` handles slow
 * headers.
 */
export function limitSlowSenders(http: Server, connections: Connections, { bodyMs }: SlowLimits): void {
  const arriving = new WeakMap<IncomingMessage, Arriving>()

  function look(): void {
    const now = performance.now()
    for (const { incoming, outgoing } of connections.exchanges()) {
      if (!incoming || !outgoing || incoming.complete || !hasBody(incoming)) continue
      const { bytesRead } = incoming.socket
      const isWaitingForUs = incoming.readableLength > 0
      const one = arriving.get(incoming)
      const allowed = isLines(incoming) ? bodyMs * PATIENCE_WITH_LINES : bodyMs
      if (!one) arriving.set(incoming, { bytes: bytesRead, since: now })
      else if (isWaitingForUs || bytesRead - one.bytes >= LEAST_BYTES)
        Object.assign(one, { bytes: bytesRead, since: now })
      else if (now - one.since >= allowed) refuse(incoming, outgoing, allowed)
    }
  }

  const timer = setInterval(look, Math.min(1000, bodyMs / 4)).unref()
  http.once('close', () => clearInterval(timer))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isLines = ({ headers }: IncomingMessage): boolean => /nd-?json/i.test(headers['content-type'] ?? '')

/** Writes to the socket directly: the code that reads the body only sees that it ends early, and does not respond. */
function refuse({ socket }: IncomingMessage, outgoing: ServerResponse, allowed: number): void {
  if (!outgoing.headersSent && socket.writable) {
    noteSocketAnswer(outgoing, 408)
    socket.write(timeoutAnswer(allowed, outgoing.getHeader(REQUEST_ID)))
  }
  socket.destroySoon()
}

function timeoutAnswer(allowed: number, id: unknown): string {
  const detail = `The body arrived too slowly: send at least ${LEAST_BYTES} bytes every ${allowed / 1000} s`
  const body = JSON.stringify({ type: 'about:blank', title: 'Request Timeout', status: 408, detail })
  const head = [
    'HTTP/1.1 408 Request Timeout',
    'Content-Type: application/problem+json',
    `Content-Length: ${body.length}`,
    ...(id === undefined ? [] : [`${REQUEST_ID}: ${id}`]),
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
