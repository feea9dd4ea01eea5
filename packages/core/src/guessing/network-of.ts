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
  const groups = groupsOf(bare)
  if (!groups) return address
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address (RFC 4291, section 2.2); `undefined` for other strings. */
function groupsOf(text: string): readonly number[] | undefined {
  if (!text.includes(':')) return undefined
  const [left = '', right, ...more] = text.replace(/\d+\.\d+\.\d+\.\d+$/, inHexadecimal).split('::')
  if (more.length > 0) return undefined
  const before = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const missing = 8 - before.length - after.length
  if (right === undefined ? missing !== 0 : missing < 1) return undefined
  const all = [...before, ...Array<string>(missing).fill('0'), ...after]
  return all.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? all.map((group) => Number.parseInt(group, 16))
    : undefined
}

/** Converts an IPv4 address at the end of an IPv6 address to two groups. */
function inHexadecimal(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const bytesOf = (group: number): readonly number[] => [group >> 8, group & 255]
