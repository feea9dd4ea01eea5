import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HeaderList } from '../headers/header-list.ts'
import { endBeforeBody } from './end-before-body.ts'
import { http2 } from './wire-http2.ts'

/** What differs between the versions of HTTP that clients speak. Shared by all requests of a version. */
export interface Wire {
  /** The connection. It knows the address of the client and its certificate. */
  socket(request: IncomingMessage): Socket
  /** The version, as `Incoming` names it. */
  version(request: IncomingMessage): string
  /** Whether a body follows. `undefined`: the headers tell. */
  hasBody(request: IncomingMessage): boolean | undefined
  /** Tells when the client has left, if nothing else does. */
  onGone(request: IncomingMessage, response: ServerResponse, gone: { closed(): void }): void
  /** The connection ends with this response. */
  closeAfter(response: ServerResponse): void
  /** Whether the connection ends with this response. */
  isLast(response: ServerResponse): boolean
  /** Throws if no header can carry one of the values. */
  writeHead(response: ServerResponse, status: number, headers: HeaderList): void
  /** Sends a head that waits for the first bytes of its body. */
  flushHead(response: ServerResponse): void
  addTrailers(response: ServerResponse, trailers: readonly [name: string, value: string][]): void
  /** The response emits `timeout` after so many milliseconds without bytes either way. 0: never. */
  limitSilence(request: IncomingMessage, ms: number): void
  /** Whether the client has not yet taken all that was written. */
  isUntaken(request: IncomingMessage, response: ServerResponse): boolean
  /** Whether the response was sent to its end. */
  isWhole(response: ServerResponse): boolean
  /** Ends a request so that the client does not take its response for whole. */
  cut(request: IncomingMessage): void
  /** Ends a response while the client still sends its body. `last`: its last bytes; a text is Latin-1. */
  endBeforeBody(request: IncomingMessage, response: ServerResponse, last?: string | Uint8Array): void
}

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
    response.writeHead(status, headers)
  },
  // `flushHeaders` would send the head in UTF-8.
  flushHead(response) {
    response.write('', 'latin1')
  },
  addTrailers(response, trailers) {
    response.addTrailers(trailers)
  },
  limitSilence({ socket }, ms) {
    socket.setTimeout(ms)
  },
  isUntaken: ({ socket }, response) => response.writableNeedDrain || socket.writableLength > 0,
  isWhole: ({ writableFinished }) => writableFinished,
  cut({ httpVersion, socket }) {
    // To a client of HTTP/1.0 a closed connection is the end of the response.
    if (httpVersion === '1.0') socket.resetAndDestroy()
    else socket.destroy()
  },
  endBeforeBody,
}

/** How to speak with the client of a request. */
export const wireOf = (request: IncomingMessage): Wire =>
  request.httpVersionMajor === 2 && 'stream' in request ? http2 : http1
