import { type HeaderList, isNamed } from '../headers/header-list.ts'
import { toNode } from '../request/client-address.ts'

/** What a backend learns about the client and the way of a request. */
interface Forwarding {
  /** The headers of the request that are passed on. */
  readonly list: HeaderList
  /** Whether they have credentials for the gateway. */
  readonly hasCredentials: boolean
  readonly id: string
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** The address of the peer, and the addresses that trusted proxies saw before it. */
  readonly peer: string
  readonly chain: string
  readonly via: string
  /** The header `Forwarded` of a trusted peer, which is continued. */
  readonly forwarded: string | undefined
  /** The request as the transport has it. */
  readonly incoming: { readonly secure: boolean } | undefined
}

/**
 * The headers for the backend, before plugins change them. `prefix` is the part of the path that the backend does not
 * get.
 */
export function forwardedHeaders(forwarding: Forwarding, prefix: string): HeaderList {
  const { peer, chain, host, port, secure, via, id, forwarded, incoming = forwarding } = forwarding
  const proto = secure ? 'https' : 'http'
  const list = forwarding.hasCredentials ? withoutCredentials(forwarding.list) : forwarding.list.slice()
  list.push('X-Forwarded-For', chain === '' ? peer : `${chain}, ${peer}`, 'X-Forwarded-Proto', proto)
  const isDefault = port === (secure ? 443 : 80)
  list.push('X-Forwarded-Port', String(port))
  if (host !== '') list.push('X-Forwarded-Host', isDefault ? host : `${host}:${port}`)
  if (prefix !== '') list.push('X-Forwarded-Prefix', prefix)
  // Each element says what one proxy saw: here the scheme of the connection.
  if (forwarded !== undefined)
    list.push('Forwarded', `${forwarded}, for=${toNode(peer)};proto=${incoming.secure ? 'https' : 'http'}`)
  list.push('Via', via, 'X-Request-Id', id)
  return list
}

/** The backend reads the client id as the identity of the consumer: it gets the one that a plugin has verified. */
function withoutCredentials(list: HeaderList): HeaderList {
  const kept: HeaderList = []
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (!isNamed(name, 'gateway-client-id') && !isNamed(name, 'gateway-client-secret'))
      kept.push(name, list[i + 1] as string)
  }
  return kept
}
