import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How slowly a request may arrive. */
export interface SlowLimits {
  /** Within so many milliseconds 1 KiB of a body arrives, or its end; nd-json has ten times as long. */
  readonly bodyMs: number
}

/** A body that is on its way, and when and where its current stretch began. */
interface Arriving {
  readonly outgoing: ServerResponse
  readonly allowed: number
  bytes: number
  since: number
}

/** What arrives within each stretch of time, at least. */
const LEAST_BYTES = 1024
/** Lines are sent as they come into being, and only by those who may write: they have so much more time. */
const PATIENCE_WITH_LINES = 10

/**
 * Answers 408 to bodies that arrive too slowly, and closes their connections. A sender is not blamed for what the server has yet to
 * read: while a store is slow, an import may pause for as long as it takes. Slow headers are the business of `headersTimeout`.
 */
export function limitSlowSenders(http: Server, { bodyMs }: SlowLimits): void {
  const arriving = new Map<IncomingMessage, Arriving>()

  http.on('request', (incoming, outgoing) => {
    if (!hasBody(incoming)) return
    const allowed = isLines(incoming) ? bodyMs * PATIENCE_WITH_LINES : bodyMs
    arriving.set(incoming, { outgoing, allowed, bytes: incoming.socket.bytesRead, since: performance.now() })
    outgoing.once('close', () => arriving.delete(incoming))
  })

  function look(): void {
    const now = performance.now()
    for (const [incoming, one] of arriving) {
      const { bytesRead } = incoming.socket
      const isWaitingForUs = incoming.readableLength > 0
      if (incoming.complete) arriving.delete(incoming)
      else if (isWaitingForUs || bytesRead - one.bytes >= LEAST_BYTES)
        Object.assign(one, { bytes: bytesRead, since: now })
      else if (now - one.since >= one.allowed) {
        arriving.delete(incoming)
        refuse(incoming, one)
      }
    }
  }

  const timer = setInterval(look, Math.min(1000, bodyMs / 4)).unref()
  http.once('close', () => clearInterval(timer))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isLines = ({ headers }: IncomingMessage): boolean => /nd-?json/i.test(headers['content-type'] ?? '')

/** Written to the socket itself: whoever reads the body is told that it breaks off, and answers nobody. */
function refuse({ socket }: IncomingMessage, { outgoing, allowed }: Arriving): void {
  if (!outgoing.headersSent && socket.writable) socket.write(timeoutAnswer(allowed))
  socket.destroySoon()
}

function timeoutAnswer(allowed: number): string {
  const detail = `The body arrived too slowly: send at least ${LEAST_BYTES} bytes every ${allowed / 1000} s`
  const body = JSON.stringify({ type: 'about:blank', title: 'Request Timeout', status: 408, detail })
  const head = [
    'HTTP/1.1 408 Request Timeout',
    'Content-Type: application/problem+json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
