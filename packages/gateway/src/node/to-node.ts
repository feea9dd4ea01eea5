import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { namesWebSocket } from '../request/websocket.ts'
import { Carrier, type CarryOptions } from './carrier.ts'
import { onClientError, plainResponse, responseOf } from './incoming/client-error.ts'
import { responseOver } from './incoming/response-over.ts'
import { wireOf } from './incoming/wire-of.ts'
import { createTransport, type Transport, type TransportOptions } from './outgoing/transport.ts'
import { createPlainServer } from './upgrade/serve-plainly.ts'
import { createUpgrade } from './upgrade/upgrade.ts'

/** A gateway, as transports need it. */
export interface HasPipeline {
  readonly pipeline: Pipeline
  /** Takes the address on which it listens. @default not reported */
  listensOn?(url: string): void
}

/**
 * A listener for the requests of a `node:http` or `node:https` server, with the listeners for all of its events as
 * members, each under the name of its event.
 */
export interface NodeListeners {
  (request: IncomingMessage, response: ServerResponse): void
  /** The listener itself. */
  readonly request: (request: IncomingMessage, response: ServerResponse) => void
  readonly checkContinue: (request: IncomingMessage, response: ServerResponse) => void
  readonly checkExpectation: (request: IncomingMessage, response: ServerResponse) => void
  readonly connect: (request: IncomingMessage, socket: Duplex) => void
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly clientError: (error: Error, socket: Duplex) => void
}

/**
 * Returns a listener that carries the requests of a Node server through a gateway. Its members do that for other events:
 * `upgrade` passes WebSockets on, and serves requests to upgrade to another protocol as if they did not ask.
 *
 * @example
 * const node = toNode(gateway)
 * const server = createServer(node).on('upgrade', node.upgrade)
 *
 * @example
 * const server = createServer() // with all listeners, as `listen` has them
 * for (const [event, listener] of Object.entries(toNode(gateway))) server.on(event, listener)
 */
export const toNode = (gateway: HasPipeline, options: TransportOptions = {}): NodeListeners =>
  listenersOf(createTransport(gateway.pipeline, options))

/** The listeners of a transport. */
export function listenersOf(transport: Transport): NodeListeners {
  function carry(request: IncomingMessage, response: ServerResponse, options: CarryOptions): void {
    const { socket } = request
    // Nothing after a response with `Connection: close` is a request that the client may rely on.
    if (transport.condemned.has(socket)) return
    if (transport.inFlight >= transport.maxInFlight) {
      refuse(request, response)
      return
    }
    const carrier = new Carrier(transport, request, response, options)
    const { networks, maxInFlightPerAddress } = transport
    if (networks.add(carrier.network, 1) > maxInFlightPerAddress) {
      networks.add(carrier.network, -1)
      refuse(request, response)
      return
    }
    transport.inFlight++
    carrier.start()
  }

  /** Too many requests are in progress: the cheapest response there is. */
  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = tooMany
    const wire = wireOf(request)
    wire.closeAfter(response)
    if (wire.isLast(response)) transport.condemned.add(request.socket)
    wire.writeHead(response, status, headers as string[])
    response.end(body)
  }

  const request = (incoming: IncomingMessage, response: ServerResponse): void => carry(incoming, response, plain)
  const listeners = {
    request,
    checkContinue: (incoming: IncomingMessage, response: ServerResponse) => carry(incoming, response, expecting),
    checkExpectation: request,
    connect(incoming: IncomingMessage, socket: Duplex) {
      // HTTP/2 has a response for each request.
      if ('stream' in incoming) {
        request(incoming, socket as unknown as ServerResponse)
        return
      }
      const response = responseOver(incoming, socket as Socket)
      if (response) request(incoming, response)
    },
    clientError: onClientError,
  }
  const servePlainly = createPlainServer(listeners)
  return Object.assign((incoming: IncomingMessage, response: ServerResponse) => request(incoming, response), {
    ...listeners,
    upgrade(incoming: IncomingMessage, duplex: Duplex, head: Buffer) {
      const socket = duplex as Socket
      if (!responseOf(socket) && !namesWebSocket(incoming.headers.upgrade)) {
        servePlainly(incoming, socket, head)
        return
      }
      const response = responseOver(incoming, socket)
      if (!response) return
      const upgrade = createUpgrade({ socket, head, response, idleMs: transport.upgradeIdleMs })
      carry(incoming, response, { awaitsContinue: false, upgrade })
    },
  })
}

const plain: CarryOptions = { awaitsContinue: false }
const expecting: CarryOptions = { awaitsContinue: true }

const tooMany = plainResponse(503, 'errors.gateway.overloaded', ['Retry-After', '1'])
