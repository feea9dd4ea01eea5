import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ipv4sIn } from '@signalbox/core/gateway'

/**
 * Keeps webhooks and workflows that may call private addresses from a port of this process that trusts whoever reaches it:
 * returns why an address of this machine must not be called at that port. `own` is the port, once it is open.
 */
export const refusalOfPort =
  (own: () => AddressInfo | undefined) =>
  (address: string, port: number): string | undefined =>
    port === own()?.port && isLocal(address)
      ? `port ${port} of this machine is the port for operators, which needs no credentials`
      : undefined

function isLocal(address: string): boolean {
  const [bare = ''] = address.toLowerCase().split('%')
  const all = [bare, ...ipv4sIn(bare)]
  const interfaces = Object.values(networkInterfaces()).flatMap((some = []) => some.map((one) => one.address))
  return all.some((one) => one === '::1' || one.startsWith('127.') || interfaces.includes(one))
}
