const OCTET = /^(?:0|[1-9]\d{0,2})$/

/** The four numbers of an IPv4 address; `undefined` for other texts, and for numbers with leading zeros. */
export function ipv4Octets(text: string): readonly number[] | undefined {
  const octets = text.split('.', 5)
  const isAddress = octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)
  return isAddress ? octets.map(Number) : undefined
}

/** The eight groups of an IPv6 address (RFC 4291, section 2.2); `undefined` for other texts. */
export function ipv6Groups(text: string): readonly number[] | undefined {
  if (!text.includes(':') || text.length > MOST_CHARACTERS) return undefined
  const [left = '', right, ...more] = text.replace(/[^:]*\..*$/, inHexadecimal).split('::')
  if (more.length > 0) return undefined
  const before = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const missing = 8 - before.length - after.length
  if (right === undefined ? missing !== 0 : missing < 1) return undefined
  const all = [...before, ...Array<string>(missing).fill('0'), ...after]
  return all.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? all.map((group) => Number.parseInt(group, 16))
    : undefined
}

/** The length of the longest address: six groups, and an IPv4 address. */
const MOST_CHARACTERS = 45

/** Converts an IPv4 address at the end of an IPv6 address to two groups; to no group if it is invalid. */
function inHexadecimal(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4Octets(ipv4) ?? []
  return ipv4Octets(ipv4) ? `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}` : 'x'
}
