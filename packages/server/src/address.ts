import type { IncomingMessage } from 'node:http'

/** Where a request comes from: the socket's address, or, behind so many trusted proxies, what the outermost of them saw. */
export function addressOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const own = socket.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const hops = forwarded.map((hop) => hop.trim()).filter((hop) => hop !== '')
  return hops.at(-trustedProxies) ?? hops[0] ?? own
}
