import { emptyAddress, readAddress } from '../addresses/read-address.ts'
import type { Exchange } from '../pipeline/exchange.ts'

/** Which requests belong together: all of the route, or those of one client. */
export interface KeyBy {
  readonly by: 'route' | 'consumer' | 'ip' | 'header'
  readonly header?: string
}

/** Returns the function that finds the key of a request. Requests that belong together have the same. */
export function compileKey({ by, header = '' }: KeyBy): (exchange: Exchange) => string {
  if (by === 'route') return () => ''
  if (by === 'consumer') return consumerKey
  if (by === 'ip') return ({ address }) => addressKey(address)
  const lower = header.toLowerCase()
  return ({ headers, address }) => {
    const value = headers.get(lower)
    // A client could fill the memory with long values that it makes up.
    return value === undefined || value.length > MOST_VALUE ? addressKey(address) : `=${value}`
  }
}

/** Requests with longer values count by their address. */
const MOST_VALUE = 256

/** The key of a consumer; of an address if no consumer is identified. */
export const consumerKey = ({ consumer, address }: Exchange): string =>
  consumer ? `@${consumer.id}` : addressKey(address)

/** The key of an address. Those of one IPv6 network (/64) are the same, since one client may have all of them. */
function addressKey(address: string): string {
  if (!address.includes(':') || !readAddress(address, scratch) || scratch.version !== 6) return address
  const [high = 0, low = 0] = scratch.words
  return `${high.toString(16)}:${low.toString(16)}::/64`
}

const scratch = emptyAddress()
