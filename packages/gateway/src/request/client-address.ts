import { normalAddress } from '../addresses/read-address.ts'

/** The address of a peer in its normal form; IPv4 in IPv6 is IPv4. As it is if it is no address. */
export function peerAddress(address: string): string {
  if (!address.includes(':')) return address
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : (normalAddress(address) ?? address)
}

/** The client behind trusted proxies. */
export interface FoundClient {
  readonly address: string
  /** The place of the node that says so, or that says it in no readable form. The number of nodes: the peer is the client. */
  readonly place: number
}

/**
 * Finds the client behind trusted proxies: the first address from the right that is not trusted; the leftmost if all
 * are. Stops at what is no address. `nodes` are the clients that the proxies saw, in their order.
 */
export function findClient(
  peer: string,
  nodes: readonly string[],
  isTrusted: (address: string) => boolean,
): FoundClient {
  let address = peer
  let place = nodes.length
  while (place > 0 && isTrusted(address)) {
    const seen = nodeAddress(nodes[--place] as string)
    if (seen === undefined) break
    address = seen
  }
  return { address, place }
}

/** The nodes of an `X-Forwarded-For`. */
export const forwardedFor = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The address of a node, which may have a port (`1.2.3.4:80`, `[::1]:80`); `undefined` if it is none. */
export const nodeAddress = (node: string): string | undefined => normalAddress(withoutPort(node))

/** An address in the form of `Forwarded`: IPv6 in quotes and brackets. */
export const toNode = (address: string): string => (address.includes(':') ? `"[${address}]"` : address || 'unknown')

function withoutPort(text: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\w*)?$/.exec(text) ?? []
  if (inBrackets !== undefined) return inBrackets
  const colon = text.indexOf(':')
  return colon > 0 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text
}
