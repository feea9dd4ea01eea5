import type { Server } from 'node:net'
import { createCounts } from '@signalbox/core/gateway'
import { networkOfPeer } from '../../addresses/network-of.ts'

/** How many connections a server accepts. */
export interface ConnectionLimits {
  readonly inAll: number
  /** Of one address; IPv6: of one /64. */
  readonly anAddress: number
}

/** Closes connections beyond the limits, as soon as they are accepted. */
export function limitConnections(server: Server, { inAll, anAddress }: ConnectionLimits): void {
  const networks = createCounts()
  server.maxConnections = inAll
  server.on('connection', (socket) => {
    const network = networkOfPeer(socket.remoteAddress)
    if (networks.add(network, 1) > anAddress) {
      networks.add(network, -1)
      socket.destroy()
      return
    }
    socket.once('close', () => networks.add(network, -1))
  })
}
