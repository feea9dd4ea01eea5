import type { IncomingMessage, ServerResponse } from 'node:http'
import { removeHeader } from '../../headers/header-list.ts'
import { LINGER_MS } from './linger.ts'
import type { Wire } from './wire.ts'

/** HTTP/1: one response at a time, and only a closed connection ends a response early. */
export const http1: Wire = {
  socket: ({ socket }) => socket,
  version: ({ httpVersion }) => httpVersion,
  hasBody: () => undefined,
  // A response that waits for its turn is not told when the connection closes.
  onGone({ socket }, response, gone) {
    if (response.socket === null) socket.once('close', () => gone.closed())
  },
  closeAfter(response) {
    response.shouldKeepAlive = false
  },
  isLast: ({ shouldKeepAlive }) => !shouldKeepAlive,
  writeHead(response, status, headers) {
    // RFC 9110, section 8.6.
    if (status === 204) removeHeader(headers, 'content-length')
    response.writeHead(status, headers)
  },
  // `flushHeaders` would send the head in UTF-8.
  flushHead(response) {
    response.write('', 'latin1')
  },
  // Two pieces would cost twice as much as one.
  toLast: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
  addTrailers(response, trailers) {
    response.addTrailers(trailers)
  },
  limitSilence({ socket }, ms) {
    socket.setTimeout(ms)
  },
  isUntaken: ({ socket }, response) => response.writableNeedDrain || socket.writableLength > 0,
  sent: () => 0,
  // A response that waits for its turn is not late.
  unsure: ({ socket }, response) => (response.socket === null ? Number.POSITIVE_INFINITY : socket.writableLength),
  isWhole: ({ writableFinished }) => writableFinished,
  cut({ httpVersion, socket }) {
    // To a client of HTTP/1.0 a closed connection is the end of the response.
    if (httpVersion === '1.0') socket.resetAndDestroy()
    else socket.destroy()
  },
  endBeforeBody,
}

/**
 * Ends a response while the client still sends its body. The rest is read and dropped for a while: closing a connection
 * with unread bytes resets it, and the client would lose the response. `last` are the last bytes of the response,
 * as Latin-1 if they are a text.
 */
function endBeforeBody(request: IncomingMessage, response: ServerResponse, last: string | Uint8Array = ''): void {
  const { socket } = request
  const { shouldKeepAlive } = response
  // Node closes the connection as soon as a response with `Connection: close` has ended.
  if (shouldKeepAlive) response.end(last, 'latin1')
  else response.write(last, 'latin1')

  const timer = setTimeout(() => (shouldKeepAlive ? socket.destroy() : response.end()), LINGER_MS)
  request.once('close', () => {
    clearTimeout(timer)
    if (!response.writableEnded) response.end()
  })
  request.resume()
}
