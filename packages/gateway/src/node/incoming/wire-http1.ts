import { removeHeader } from '../../headers/header-list.ts'
import { endBeforeBody } from './end-before-body.ts'
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
