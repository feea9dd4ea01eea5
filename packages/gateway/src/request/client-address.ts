import { normalAddress } from '../addresses/read-address.ts'

/** The address of a peer in its normal form; IPv4 in IPv6 is IPv4. As it is if it is no address. */
export function peerAddress(address: string): string {
  if (!address.includes(':')) return address
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : (normalAddress(address) ?? address)
}

/**
 * The address of the client behind trusted proxies: the first from the right that is not trusted; the leftmost if all
 * are. Stops at what is no address. `chain` are the addresses that the proxies saw, in their order.
 */
export function clientAddress(peer: string, chain: readonly string[], isTrusted: (address: string) => boolean): string {
  let client = peer
  for (let i = chain.length - 1; i >= 0 && isTrusted(client); i--) {
    const seen = normalAddress(withoutPort(chain[i] as string))
    if (seen === undefined) break
    client = seen
  }
  return client
}

/** The addresses of an `X-Forwarded-For`. */
export const forwardedFor = (value: string): string[] => value.split(',').map((one) => one.trim())

/** The addresses of a `Forwarded` header (RFC 7239); what names no address is an empty text. */
export const forwardedNodes = (value: string): string[] =>
  value.split(',').map((element) => {
    const [, node = ''] = /(?:^|;)\s*for="?([^";\s]*)"?/i.exec(element.trim()) ?? []
    return node
  })

/** An address in the form of `Forwarded`: IPv6 in quotes and brackets. */
export const toNode = (address: string): string => (address.includes(':') ? `"[${address}]"` : address || 'unknown')

/** Removes a port: `1.2.3.4:80`, `[::1]:80`. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return text.slice(1, text.indexOf(']'))
  const colon = text.indexOf(':')
  return colon > 0 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text
}
