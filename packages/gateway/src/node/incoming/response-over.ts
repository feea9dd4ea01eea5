import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { responseOf } from './client-error.ts'
import { LINGER_MS } from './linger.ts'

/**
 * Creates the response to a request that ended the work of Node's HTTP parser on its connection (CONNECT and Upgrade). It
 * is the last response of the connection: what follows the request is dropped, never read as another request.
 *
 * Returns `undefined` if earlier responses of the connection are not over: it is closed after them.
 */
export function responseOver(request: IncomingMessage, socket: Socket): ServerResponse | undefined {
  // Node listens to this connection no more, and an error that nobody listens to would end the process.
  socket.on('error', ignore).on('drain', onDrain).on('timeout', onTimeout)
  if (responseOf(socket)) {
    leaveAfterResponses(socket)
    return undefined
  }
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => {
    // The connection serves another protocol.
    if (responseOf(socket) !== response) return
    response.detachSocket(socket)
    response.emit('close')
    leave(socket)
  })
  return response
}

function leaveAfterResponses(socket: Socket): void {
  const response = responseOf(socket)
  if (response) response.once('finish', () => leaveAfterResponses(socket))
  else leave(socket)
}

/** Closes a connection. Unread bytes would reset it, and the client would lose its response, so they are read and dropped. */
function leave(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.end()
  socket.resume()
}

function onDrain(this: Socket): void {
  responseOf(this)?.emit('drain')
}

function onTimeout(this: Socket): void {
  responseOf(this)?.emit('timeout', this)
}

const ignore = (): void => {}
