import type { AddressInfo, Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { normalAddress } from '../addresses/read-address.ts'

/** The addresses that servers of this process listen on. */
const listening = new Set<AddressInfo>()

/**
 * Keeps gateways of this process from calling a server as a target, while it listens. For servers that targets must not
 * reach, such as one of the control plane; those of `listen` are kept from it already. An address stands for a server of
 * another process on this machine.
 *
 * @example
 * const admin = createServer(app)
 * refuseAsTarget(admin)
 * admin.listen(9000)
 */
export function refuseAsTarget(server: Server | AddressInfo): void {
  if (!isServer(server)) return void listening.add(server)
  let own: AddressInfo | undefined
  const add = (): void => {
    const address = server.address()
    if (address === null || typeof address === 'string') return
    own = address
    listening.add(address)
  }
  if (server.listening) add()
  server.on('listening', add)
  server.on('close', () => own && listening.delete(own))
}

/** Whether a server of this process listens at an address that was kept from being a target. */
export function isOwnListener(address: string, port: number): boolean {
  for (const own of listening)
    if (own.port === port) {
      const called = normalAddress(address)
      const host = normalAddress(own.address)
      if (called === host || (isAny(host) && (isAny(called) || isLocal(called)))) return true
    }
  return false
}

const isServer = (one: Server | AddressInfo): one is Server => 'listening' in one

const isAny = (address: string | undefined): boolean => address === '0.0.0.0' || address === '::'

const isLocal = (address: string | undefined): boolean =>
  address !== undefined &&
  (address.startsWith('127.') ||
    Object.values(networkInterfaces()).some((all) => all?.some((one) => normalAddress(one.address) === address)))
