import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Listeners of a server, by the names of their events. */
type Listeners = Readonly<Record<string, (...args: never) => void>>

/**
 * Serves requests as if they did not ask for an upgrade. Before Node 24.9, and on servers that do not say
 * which upgrades they want, Node's parser stops behind the head of every request that asks. The request is written again
 * without `Upgrade` for another parser, so that its body has an end. Its response is the last one of the connection.
 */
export function createPlainServer(listeners: Listeners) {
  const server = createServer({ requireHostHeader: false, maxHeaderSize: MOST_HEADERS, requestTimeout: 0 })
  server.maxHeadersCount = 0
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (_, response) => {
      response.shouldKeepAlive = false
    })
  for (const [event, listener] of Object.entries(listeners)) server.on(event, listener as () => void)

  return (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    if (head.length > 0) socket.unshift(head)
    socket.unshift(headOf(request))
    server.emit('connection', socket)
  }
}

/** The parser before has kept to its limit. */
const MOST_HEADERS = 1024 * 1024

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() !== 'upgrade') text += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`
  return Buffer.from(`${text}\r\n`, 'latin1')
}
