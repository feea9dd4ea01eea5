import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { HeaderList } from '../../headers/header-list.ts'
import { hops } from '../../request/http2.ts'
import { LINGER_MS } from './linger.ts'
import type { Wire } from './wire.ts'

/** Error codes of HTTP/2 (RFC 9113, section 7). */
const NO_ERROR = 0
const INTERNAL_ERROR = 2

/** Headers of responses that Node sends only once over HTTP/2. The first value counts. */
const singles = new Set([
  ...['access-control-allow-credentials', 'access-control-max-age', 'age', 'content-encoding', 'content-language'],
  ...['content-length', 'content-location', 'content-md5', 'content-range', 'content-type', 'date', 'etag', 'expires'],
  ...['last-modified', 'location', 'retry-after', 'tk', 'x-content-type-options'],
])

/** Streams that were cut by the gateway, not by their client. */
const cutStreams = new WeakSet<object>()

/**
 * The known sockets of connections. Node has only stand-ins for them, which throw when the connection
 * is closed.
 */
export const socketsOf = new WeakMap<object, Socket>()

/** Whether a stream ended before its time, and not because of the gateway. */
export const wasReset = (stream: ServerHttp2Stream): boolean =>
  (stream.aborted || stream.rstCode !== NO_ERROR) && !cutStreams.has(stream)

type Sides = IncomingMessage | ServerResponse | Http2ServerRequest | Http2ServerResponse
const streamOf = (side: Sides): ServerHttp2Stream => (side as Http2ServerRequest).stream as ServerHttp2Stream

/** HTTP/2: each request is a stream of its connection, and a failed response resets only its stream. */
export const http2: Wire = {
  socket(request) {
    const { session } = streamOf(request)
    return (session && socketsOf.get(session)) ?? request.socket
  },
  version: () => '2',
  hasBody: (request) => !streamOf(request).endAfterHeaders,
  onGone(request, _, gone) {
    streamOf(request).once('close', () => gone.closed())
  },
  closeAfter() {},
  isLast: () => false,
  writeHead(response, status, list) {
    const stream = streamOf(response)
    // The client has left.
    if (stream.destroyed || stream.closed) return
    response.statusCode = status
    const headers = toHeaders(list)
    // Clients take a length of nothing for an error.
    if (status === 204) delete headers['content-length']
    // gRPC reads the status of a response without messages only from the head that ends it.
    const endStream = 'grpc-status' in headers && isGrpc.test(String(headers['content-type'] ?? ''))
    stream.respond({ ':status': status, ...headers }, { waitForTrailers: !endStream, endStream })
  },
  flushHead() {},
  toLast: (bytes) => bytes,
  addTrailers(response, trailers) {
    ;(response as unknown as Http2ServerResponse).addTrailers(toHeaders(trailers.flat()))
  },
  limitSilence(request, ms) {
    const stream = streamOf(request)
    if (!stream.destroyed) stream.setTimeout(ms)
  },
  isUntaken(request) {
    const stream = streamOf(request)
    return stream.writableLength > 0 || stream.writableNeedDrain || (stream.writableEnded && !stream.writableFinished)
  },
  // The streams of a connection share what its client takes, so the connection is what has to be fast enough.
  sent(request) {
    const { session } = streamOf(request)
    return session && !session.destroyed ? ((socketsOf.get(session) ?? session.socket).bytesWritten ?? 0) : 0
  },
  unsure: () => 0,
  isWhole(response) {
    const stream = streamOf(response)
    // Node ends the streams of HEAD before their responses.
    return response.writableEnded && stream.writableFinished && !stream.aborted
  },
  cut(request) {
    const stream = streamOf(request)
    cutStreams.add(stream)
    stream.close(INTERNAL_ERROR)
  },
  endBeforeBody(request, response, last = '') {
    const stream = streamOf(request)
    response.end(last, 'latin1')
    const timer = setTimeout(() => stream.close(NO_ERROR), LINGER_MS)
    stream.once('close', () => clearTimeout(timer))
    request.resume()
  },
}

/** Headers as Node's HTTP/2 takes them: names in lower case, several values in a list. */
function toHeaders(list: HeaderList): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = Object.create(null)
  for (let i = 0; i < list.length; i += 2) {
    const name = (list[i] as string).toLowerCase()
    const value = list[i + 1] as string
    if (hops.has(name)) continue
    const before = headers[name]
    if (before !== undefined && singles.has(name)) continue
    headers[name] = before === undefined ? value : [...[before as string | string[]].flat(), value]
  }
  return headers
}

const isGrpc = /^application\/grpc/i
