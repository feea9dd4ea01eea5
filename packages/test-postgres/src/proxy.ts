import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** A TCP proxy that can fall silent as a network does: nothing is closed, nothing is answered. */
export interface SilentProxy {
  /** The URL of what is behind it, with the proxy's address. */
  readonly url: string
  /** The connections that there are pass nothing any more, in no direction; new ones pass. */
  freeze(): void
  /** New connections are accepted, and pass nothing; `false`: they pass again. */
  deafen(isDeaf?: boolean): void
  /** How many connections were accepted so far. */
  readonly accepted: number
  close(): Promise<void>
}

/** Starts a proxy before what a URL names, on a free port of this machine. */
export async function silentProxy(target: string): Promise<SilentProxy> {
  const behind = new URL(target)
  const sockets = new Set<Socket>()
  let isDeaf = false
  let accepted = 0

  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    return socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    accepted++
    keep(near)
    if (isDeaf) return void near.pause()
    const far = keep(connect(Number(behind.port), behind.hostname))
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) {
        socket.unpipe()
        socket.removeAllListeners('close') // whoever gives up on one side is not told to the other
        socket.pause()
      }
    },
    deafen(deaf = true) {
      isDeaf = deaf
    },
    get accepted() {
      return accepted
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
