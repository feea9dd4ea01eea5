import { networkOf } from '../addresses/network-of.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import { cookieValue } from './cookie-value.ts'
import { queryValue } from './query.ts'

/** Where the id of a client is read from. `name`: of the header, the cookie or the parameter. */
export interface ClientSource {
  readonly from: 'header' | 'cookie' | 'query' | 'consumer' | 'ip'
  readonly name?: string | undefined
}

/** Reads the id of a client; `undefined` if the request has no valid id. */
export type ClientIdOf = (exchange: Exchange) => string | undefined

/**
 * Compiles the source of client ids, as features and experiments know them. `consumer` is the id of the consumer, `ip` the
 * IPv4 address, or the /64 of an IPv6 address: one client may have all of it. Ids that are empty, longer than 256
 * characters or contain control characters count as absent.
 *
 * @example
 * const clientOf = compileClientId({ from: 'cookie', name: 'visitor' })
 */
export function compileClientId(source: ClientSource): ClientIdOf {
  const read = readers[source.from](source.name ?? '')
  return (exchange) => {
    const id = read(exchange)
    return id !== undefined && isClientId(id) ? id : undefined
  }
}

const readers: Readonly<Record<ClientSource['from'], (name: string) => ClientIdOf>> = {
  header(name) {
    const lower = name.toLowerCase()
    return ({ headers }) => headers.get(lower)
  },
  cookie:
    (name) =>
    ({ headers }) =>
      cookieValue(headers, name),
  query:
    (name) =>
    ({ query }) =>
      query === '' ? undefined : queryValue(query, name),
  consumer:
    () =>
    ({ consumer }) =>
      consumer?.id,
  ip:
    () =>
    ({ address }) =>
      networkOf(address),
}

const MOST_CHARACTERS = 256

/** Whether experiments accept a text as the id of a client. */
const isClientId = (id: string): boolean => id !== '' && id.length <= MOST_CHARACTERS && !/[\p{Cc}\p{Cs}]/u.test(id)
