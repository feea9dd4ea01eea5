import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'

/**
 * Makes responses of HTTP/2 fail whose stream the server reset before their end. Node reports no error for the codes
 * `NO_ERROR` and `CANCEL`, and undici 8.12 takes such a response for whole. Call it with the session of a connection before
 * its first request.
 */
export function failCutStreams(session: ClientHttp2Session): void {
  const { request } = session
  session.request = (...options) => {
    const stream = request.apply(session, options)
    watch(stream)
    return stream
  }
}

/** Listens to the end of a stream before undici does. */
function watch(stream: ClientHttp2Stream): void {
  let isEnded = false
  const { push } = stream
  // Node ends the readable side before it closes the stream if the server ended the response, else afterwards.
  stream.push = (chunk, encoding) => {
    if (chunk === null && !stream.closed) isEnded = true
    return push.call(stream, chunk, encoding)
  }
  stream.once('end', () => {
    // Nobody listens to a stream that undici has given up.
    if (isEnded || stream.listenerCount('error') === 0) return
    stream.emit('error', Object.assign(new Error('The stream was reset'), { code: 'ECONNRESET' }))
  })
}

/**
 * The session of a connection over HTTP/2; `undefined` over HTTP/1. Node and undici keep it under symbols of their own.
 */
export function sessionOf(socket: Socket): ClientHttp2Session | undefined {
  const kept: Record<symbol, unknown> = socket as never
  for (const symbol of Object.getOwnPropertySymbols(socket)) {
    const one = kept[symbol] as Partial<ClientHttp2Session> | null | undefined
    if (typeof one === 'object' && typeof one?.goaway === 'function' && typeof one.request === 'function')
      return one as ClientHttp2Session
  }
  return undefined
}
