import { emptyAddress, readAddress } from './read-address.ts'

/**
 * The network of an address, as a key: an IPv4 address stands for itself, an IPv6 address for its /64, since one client may
 * have all of it. Text that is not an address stands for itself.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !readAddress(address, scratch) || scratch.version !== 6) return address
  const [high = 0, low = 0] = scratch.words
  return `${high.toString(16)}:${low.toString(16)}::/64`
}

/** The network of the peer of a socket. Sockets that listen for both name clients of IPv4 as IPv6. */
export const networkOfPeer = (address = ''): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : networkOf(address)

const scratch = emptyAddress()
