import { findClient, forwardedFor, nodeAddress } from './client-address.ts'
import { type ForwardedElement, readForwarded } from './forwarded.ts'
import { type Authority, readAuthority, readPort } from './host.ts'
import type { Heads } from './read-headers.ts'
import type { ProxyHeader, RequestSettings } from './settings.ts'

/** What a trusted proxy tells about a request. */
export interface Told {
  /** The address of the client. */
  readonly address: string
  /** The nodes that proxies saw before this peer, as in `X-Forwarded-For`. */
  readonly chain: string
  readonly secure: boolean
  /** The host that the client called, if the proxy sends it. */
  readonly authority: Authority | undefined
  readonly port: number | undefined
}

type Heard = Pick<Heads, 'xForwardedFor' | 'xForwardedProto' | 'xForwardedHost' | 'xForwardedPort' | 'forwarded'>

/**
 * Reads what a trusted proxy tells. Of a list the first value counts, which is that of the outermost proxy. What cannot
 * be read is as if it was not told. `Forwarded` is read if there is no `X-Forwarded-For`: proxies that know only one of
 * them pass the other on as the client sent it.
 */
export function readTold(
  heads: Heard,
  { peer, secure }: { readonly peer: string; readonly secure: boolean },
  { isTrusted, unreadable }: Pick<RequestSettings, 'isTrusted' | 'unreadable'>,
): Told {
  const { xForwardedFor, xForwardedProto, xForwardedHost, xForwardedPort, forwarded } = heads

  /** The first value that can be read; reports the others. */
  function firstRead<T>(header: ProxyHeader, values: readonly string[], read: (value: string) => T | undefined) {
    for (const value of values) {
      const found = read(value)
      if (found !== undefined) return found
      unreadable(header, value, peer)
    }
    return undefined
  }

  const nodes = forwardedFor(xForwardedFor ?? '')
  const elements = nodes.length === 0 && forwarded !== undefined ? readForwarded(forwarded) : []
  const said = elements.length > 0 ? elements.map(({ node }) => node) : nodes
  const { address, place } = findClient(peer, said, isTrusted)
  const last = said[place]
  if (last !== undefined && !isHidden(last) && nodeAddress(last) === undefined)
    unreadable(elements.length > 0 ? 'Forwarded' : 'X-Forwarded-For', last, peer)

  // What is left of the client's element may be by the client itself.
  const believed = elements.slice(place)
  const ofElements = <T>(member: 'proto' | 'host', read: (value: string) => T | undefined) =>
    believed.length === 0
      ? undefined
      : firstRead(
          'Forwarded',
          believed.flatMap((one) => one[member] ?? []),
          read,
        )
  const isSecure =
    firstRead('X-Forwarded-Proto', firstOf(xForwardedProto), readProto) ?? ofElements('proto', readProto) ?? secure
  const readHost = (value: string) => readAuthority(value, isSecure)
  return {
    address,
    chain:
      elements.length > 0 ? elements.map(toForwardedFor).join(', ') : nodes.length > 0 ? (xForwardedFor as string) : '',
    secure: isSecure,
    authority: firstRead('X-Forwarded-Host', firstOf(xForwardedHost), readHost) ?? ofElements('host', readHost),
    port: firstRead('X-Forwarded-Port', firstOf(xForwardedPort), readPort),
  }
}

/** The first value of a list, if it has one. */
const firstOf = (list: string | undefined): readonly string[] =>
  list === undefined ? [] : forwardedFor(list).slice(0, 1)

const schemes: ReadonlyMap<string, boolean> = new Map([
  ...(['https', 'wss'] as const).map((scheme) => [scheme, true] as const),
  ...(['http', 'ws'] as const).map((scheme) => [scheme, false] as const),
])

/** Whether a scheme is secure. Some proxies tell `wss` for a WebSocket. */
const readProto = (scheme: string): boolean | undefined => schemes.get(scheme.toLowerCase())

/** Whether a proxy does not tell the address, or does not know it. */
const isHidden = (node: string): boolean => node === '' || node.startsWith('_') || node.toLowerCase() === 'unknown'

function toForwardedFor({ node }: ForwardedElement): string {
  return nodeAddress(node) ?? (/^[\w.-]+$/.test(node) ? node : 'unknown')
}
