import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import type { HonoOptions } from '../hono-options.ts'
import { toHono } from '../to-hono.ts'
import { type NodeContext, type NodeOptions, toNode } from './index.ts'

/** A server on a port of its own. */
export interface Door {
  readonly box: Signalbox
  readonly port: number
  /** How many requests were answered without the app. */
  answered(): number
  close(): Promise<void>
}

/** Options that both doors take. */
type Shared = Omit<HonoOptions<NodeContext, never>, 'observe'>

/** A box whose clock stands still and whose ids and secrets are the same in each. */
function createSame(): Signalbox {
  let count = 0
  const random = (length: number) => Uint8Array.from({ length }, () => (count++ * 73 + 11) % 251)
  return createSignalbox({ clock: () => Date.UTC(2026, 0, 1), random })
}

/** Serves a box by the app alone. */
export function byApp(options: Shared = {}): Promise<Door> {
  const box = createSame()
  return serve(box, getRequestListener(toHono(box, options).fetch), () => 0)
}

/** Serves a box by the door before the app. */
export function byDoor(options: Shared = {}, further: Pick<NodeOptions, 'observe'> = {}): Promise<Door> {
  const box = createSame()
  const listener = getRequestListener(toHono(box, options).fetch)
  const door = toNode(box, { ...options, ...further })
  let answered = 0
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (door(incoming, outgoing)) answered++
    else void listener(incoming, outgoing)
  }
  return serve(box, handle, () => answered)
}

async function serve(box: Signalbox, listener: RequestListener, answered: () => number): Promise<Door> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    box,
    port: (server.address() as AddressInfo).port,
    answered,
    async close() {
      server.close()
      server.closeAllConnections()
      await box.close()
    },
  }
}

/** Sends bytes to a server, and reads until it closes the connection. */
export function exchange({ port }: Door, ...parts: readonly (string | Uint8Array)[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    socket.on('data', (chunk) => received.push(chunk))
    socket.once('error', reject).once('close', () => resolve(Buffer.concat(received)))
  })
}

/** Responses without what differs between two of them: their dates, and the order and the case of their headers. */
export const comparable = (received: Buffer): string =>
  received.toString('latin1').replace(/(HTTP\/1\.1 [^\r]*\r\n)((?:[^\r]+\r\n)*)\r\n/g, (_, status, headers) => {
    const named = headers.trimEnd().split('\r\n').map(inLowerCase)
    return [status.trimEnd(), ...named.filter((one: string) => !one.startsWith('date:')).sort(), '', ''].join('\n')
  })

const inLowerCase = (header: string) => header.replace(/^[^:]+/, (name) => name.toLowerCase())
