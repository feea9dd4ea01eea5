import type { AddressInfo, Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ipv4sIn } from '@signalbox/core/gateway'
import { normalAddress } from '../../addresses/read-address.ts'

/** The addresses that servers of this process listen on. */
const listening = new Set<AddressInfo>()

/**
 * Keeps gateways of this process from calling a server as a target, while it listens. For servers that targets must not
 * reach, such as one of the control plane; for servers of `listen` this is so already. An address stands for a server
 * of another process on this machine.
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
  for (const own of listening) if (reachesListener(address, port, own)) return true
  return false
}

/**
 * Whether a connection to an address may reach a listener on this machine: by its own address, by one that stands for all
 * of a machine, or by any local one if the listener has all. IPv4 addresses inside IPv6 addresses are judged like the
 * address itself.
 */
function reachesListener(address: string, port: number, own: AddressInfo): boolean {
  if (own.port !== port) return false
  const host = normalAddress(own.address)
  const all = [normalAddress(address), ...ipv4sIn(address)]
  return all.some((called) => called === host || isAny(called) || (isAny(host) && isLocal(called)))
}

const isServer = (one: Server | AddressInfo): one is Server => 'listening' in one

const isAny = (address: string | undefined): boolean => address !== undefined && /^(0\.|::$)/.test(address)

const isLocal = (address: string | undefined): boolean =>
  address !== undefined &&
  (address.startsWith('127.') ||
    Object.values(networkInterfaces()).some((all) => all?.some((one) => normalAddress(one.address) === address)))
