import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can go silent as a network does: connections stay open, but nothing is answered. */
export interface SilentProxy {
  /** The target's URL with the proxy's address. */
  readonly url: string
  /** Freezes existing connections in both directions. New connections work. */
  freeze(): void
  /** Accepts new connections but passes nothing on; `false` ends that. */
  deafen(isDeaf?: boolean): void
  /** How many connections were accepted so far. */
  readonly accepted: number
  close(): Promise<void>
}

/**
 * Starts a proxy in front of a URL, on a free local port.
 *
 * @example
 * ```ts
 * const proxy = await silentProxy(postgres.url)
 * proxy.freeze()
 * ```
 */
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
        socket.removeAllListeners('close') // closing one side is not passed on to the other
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
