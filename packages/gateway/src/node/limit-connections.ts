import type { Server } from 'node:net'

/** How many connections a server accepts. */
export interface ConnectionLimits {
  readonly inAll: number
  readonly anAddress: number
}

/** Closes connections beyond the limits, as soon as they are accepted. */
export function limitConnections(server: Server, { inAll, anAddress }: ConnectionLimits): void {
  const counts = new Map<string, number>()
  server.maxConnections = inAll
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    if (count > anAddress) {
      socket.destroy()
      return
    }
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) as number) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  })
}
