import type { IncomingMessage } from 'node:http'

/** Where a request comes from: the socket's address, or, behind so many trusted proxies, what the outermost of them saw. */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string =>
  seenOutside(request, 'x-forwarded-for', trustedProxies) ?? request.socket.remoteAddress ?? ''

/** Whether a request came by https: to the outermost trusted proxy, by what it says. This server itself speaks http. */
export const isSecure = (request: IncomingMessage, trustedProxies: number): boolean =>
  seenOutside(request, 'x-forwarded-proto', trustedProxies)?.toLowerCase() === 'https'

/** What the outermost of so many trusted proxies says in a header that each of them adds to; the first word, if some only set it. */
function seenOutside({ headers }: IncomingMessage, name: string, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return undefined
  const words = String(headers[name] ?? '').split(',')
  const said = words.map((word) => word.trim()).filter((word) => word !== '')
  return said.at(-trustedProxies) ?? said[0]
}
