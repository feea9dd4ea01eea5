import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not public, or not meant to be reached (IANA special-purpose address registry, RFC 6890). */
const special4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // former 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

/** The globally routable IPv6 range, from which special ranges are then excluded. */
const global6 = '2000::/3'
const special6 = [
  '2001::/23', // protocol assignments, Teredo (an IPv4 address inside)
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 (an IPv4 address inside)
  '3fff::/20', // documentation
]

const refused = blockList([...special4, ...special6])
const allowed = blockList([global6])

/**
 * Whether an IP address is public: outside this machine, its network and its provider's network, and not an encoding of
 * such an address, for example an IPv4 address embedded in IPv6. False for text that is not an IP address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !refused.check(address, 'ipv4')
  return version === 6 && allowed.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
