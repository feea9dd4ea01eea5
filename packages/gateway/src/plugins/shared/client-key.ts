import { networkOf } from '../../addresses/network-of.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'

/** Which requests belong together: all of the route, or all of one client. */
export interface KeyBy {
  readonly by: 'route' | 'consumer' | 'ip' | 'header'
  readonly header?: string
}

/** Returns the function that finds the key of a request. Requests that belong together have the same. */
export function compileKey({ by, header = '' }: KeyBy): (exchange: Exchange) => string {
  if (by === 'route') return () => ''
  if (by === 'consumer') return consumerKey
  if (by === 'ip') return ({ address }) => networkOf(address)
  const lower = header.toLowerCase()
  return ({ headers, address }) => {
    const value = headers.get(lower)
    // A client could fill the memory with long values that it makes up.
    return value === undefined || value.length > MOST_VALUE ? networkOf(address) : `=${value}`
  }
}

/** Requests with longer values count by their address. */
const MOST_VALUE = 256

/**
 * The key of a consumer: of its subscription; without one, of its id within the plan. Of the address if no consumer is
 * identified.
 */
export function consumerKey({ consumer, address }: Exchange): string {
  if (!consumer) return networkOf(address)
  const { subscription, plan = '', id } = consumer
  return subscription === undefined ? `@${plan}/${id}` : `@${subscription}`
}
