import type { IncomingMessage } from 'node:http'

/**
 * Returns the client's IP address: that of the socket, or, behind trusted proxies, the one that the outermost proxy
 * saw.
 */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string =>
  seenOutside(request, 'x-forwarded-for', trustedProxies) ?? request.socket.remoteAddress ?? ''

/** Whether the client used https, according to the outermost trusted proxy, or else to its connection. */
export function isSecure(request: IncomingMessage, trustedProxies: number): boolean {
  const scheme = seenOutside(request, 'x-forwarded-proto', trustedProxies)
  return scheme === undefined ? 'encrypted' in request.socket : scheme.toLowerCase() === 'https'
}

/**
 * Returns what the outermost of `trustedProxies` proxies added to a header. Falls back to the first value if there are
 * fewer, because some proxies replace the header instead of adding to it.
 */
function seenOutside({ headers }: IncomingMessage, name: string, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return undefined
  const words = String(headers[name] ?? '').split(',')
  const said = words.map((word) => word.trim()).filter((word) => word !== '')
  return said.at(-trustedProxies) ?? said[0]
}
