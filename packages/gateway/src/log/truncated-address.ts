/** An address without what identifies a person: a /24 of IPv4, a /48 of IPv6. */
export function truncatedAddress(address: string): string {
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0`
  const [start = ''] = address.split('::', 1)
  return `${start.split(':').slice(0, 3).join(':')}::`
}
