import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Report } from '@signalbox/core'
import { createCounts, networkOf } from '@signalbox/core/gateway'
import { plainError, SignalboxError } from '@signalbox/core/wire'
import { isProbe } from '../http/probes.ts'
import { type Limits, RESERVE } from './limits.ts'
import { rarely } from './rarely.ts'

/** Seconds after which a rejected client may try again. */
const RETRY_S = 5
/** How long a connection beyond the limit may stay, in milliseconds. */
const SPARE_MS = 5000

/** An open connection. */
interface Connection {
  readonly socket: Socket
  readonly network: string
  /** Closes it if it stays beyond a limit; `undefined` for a connection within the limits. */
  timer: NodeJS.Timeout | undefined
  /** Whether a probe is being answered on it, so that it is closed last. */
  isProbing: boolean
  isOver: boolean
}

/** The connections of a server. */
export interface ConnectionLimit {
  /** How many are open. */
  readonly open: number
  /** Answers a request if its connection is beyond a limit and it is no probe. Returns whether it did. */
  refuses(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

/**
 * Limits the connections of a server, and of one address. Further ones are accepted nevertheless, as long as there are
 * at most `RESERVE`: only then their requests can be seen, and probes answered. Everything else on them gets 503 or 429. They
 * are closed with their response, or soon. A flood of them closes the oldest, so that there is room for the next probe.
 */
export function limitConnections(
  http: Server,
  { connections: most, connectionsOfAddress }: Limits,
  report: Report,
): ConnectionLimit {
  const networks = createCounts()
  const spares = new Map<string, Connection>()
  const tell = (message: string) => report(new SignalboxError('UNAVAILABLE', message))
  const tellFull = rarely(() => tell(`${fullOf(most)}: ${RAISE}`))
  const tellAddress = rarely(() => tell(`${fullOfAddress(connectionsOfAddress)}: ${RAISE_SHARE}`))
  let open = 0
  http.maxConnections = most + 2 * RESERVE

  const isFull = (): boolean => open - spares.size >= most
  const hasShare = (network: string): boolean => networks.of(network) < connectionsOfAddress

  function leave(name: string, one: Connection): void {
    if (one.isOver) return
    one.isOver = true
    open--
    if (one.timer) removeSpare(name, one)
    else networks.add(one.network, -1)
  }

  function addSpare(name: string, one: Connection): void {
    one.timer = setTimeout(() => one.socket.destroy(), SPARE_MS).unref()
    spares.set(name, one)
    if (spares.size <= RESERVE) return
    const [nameOfOldest, first] = oldest(spares, one)
    leave(nameOfOldest, first)
    first.socket.destroy()
  }

  function removeSpare(name: string, one: Connection): void {
    clearTimeout(one.timer)
    one.timer = undefined
    if (spares.get(name) === one) spares.delete(name)
  }

  // With TLS, this comes before the handshake. The connection has the same name afterwards.
  http.on('connection', (socket: Socket) => {
    if (socket.remotePort === undefined) return void socket.destroy() // the client has left
    const name = nameOf(socket)
    const network = networkOf(socket.remoteAddress ?? '')
    const one: Connection = { socket, network, timer: undefined, isProbing: false, isOver: false }
    socket.once('close', () => leave(name, one))
    const wasFull = isFull()
    open++
    if (!wasFull && hasShare(network)) return void networks.add(network, 1)
    if (wasFull) tellFull()
    else tellAddress()
    addSpare(name, one)
  })

  /** Counts a connection beyond a limit as a usual one, if there is room by now. */
  function hasRoom(name: string, one: Connection): boolean {
    if (isFull() || !hasShare(one.network)) return false
    removeSpare(name, one)
    networks.add(one.network, 1)
    return true
  }

  return {
    get open() {
      return open
    },
    refuses(incoming, outgoing) {
      if (spares.size === 0) return false
      const name = nameOf(incoming.socket)
      const spare = spares.get(name)
      if (!spare || hasRoom(name, spare)) return false
      outgoing.shouldKeepAlive = false
      spare.isProbing = isProbe(incoming.url ?? '')
      if (spare.isProbing) return false
      const { status, headers, body } = plainError(isFull() ? tooMany(most) : tooManyOfAddress(connectionsOfAddress))
      outgoing.writeHead(status, headers).end(body)
      return true
    },
  }
}

/** The connection that is closed for a new one: the oldest that asks no probe, or else the oldest. */
function oldest(spares: ReadonlyMap<string, Connection>, added: Connection): [name: string, one: Connection] {
  let first: [string, Connection] | undefined
  for (const entry of spares) {
    if (entry[1] === added) continue
    if (!entry[1].isProbing) return entry
    first ??= entry
  }
  return first as [string, Connection]
}

/** Names a connection while it is open, whether its socket is encrypted or the one below. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

const RAISE = 'raise SIGNALBOX_CONNECTIONS, or find the clients that keep them open'
const RAISE_SHARE =
  'set SIGNALBOX_TRUST_PROXY if the address is that of a proxy, raise SIGNALBOX_ADDRESS_SHARE, or find the client that keeps them open'

const fullOf = (most: number) => `${most} connections are open, and on further ones only probes are answered`
const fullOfAddress = (most: number) =>
  `${most} connections of one address are open, and on further ones of it only probes are answered`

const tooMany = (most: number) =>
  new SignalboxError('UNAVAILABLE', `${fullOf(most)}: try again in ${RETRY_S} seconds, or use another server`, {
    retryAfter: RETRY_S,
  })

const tooManyOfAddress = (most: number) =>
  new SignalboxError('TOO_MANY_REQUESTS', `${fullOfAddress(most)}: close some, or use them for several calls`, {
    retryAfter: RETRY_S,
  })
