import { ipv6Groups } from '../net/ip-address.ts'

/**
 * The network by which failures are counted: an IPv4 address itself, or the first 64 bits of an IPv6 address, which
 * belong to one customer of a provider (RFC 6177). An IPv4 address mapped into IPv6 counts as the IPv4 address; a port
 * is ignored. Other strings are returned as they are.
 */
export function networkOf(address: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? []
  const bare = (bracketed ?? address).replace(/%.*$/, '').toLowerCase()
  const [, ipv4] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(bare) ?? []
  if (ipv4 !== undefined) return ipv4
  const groups = ipv6Groups(bare)
  if (!groups) return address
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const bytesOf = (group: number): readonly number[] => [group >> 8, group & 255]
