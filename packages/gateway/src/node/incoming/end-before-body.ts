import type { IncomingMessage, ServerResponse } from 'node:http'
import { LINGER_MS } from './linger.ts'

/**
 * Ends a response while the client still sends its body. The rest is read and dropped for a while: closing a connection
 * with unread bytes resets it, and the client would lose the response. `last` are the last bytes of the response,
 * as Latin-1 if they are a text.
 */
export function endBeforeBody(
  request: IncomingMessage,
  response: ServerResponse,
  last: string | Uint8Array = '',
): void {
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
