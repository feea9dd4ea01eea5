/** What tells where a form comes from. */
interface Sent {
  readonly url: string
  header(name: string): string | undefined
}

/**
 * Whether a request that may change something comes from a page of ours: `Sec-Fetch-Site` and `Origin`, if present, must be ours
 * (Fetch Metadata). With `Sec-Fetch-Site` a page without a referrer may have an opaque origin. Other programs send neither.
 */
export function isFromUs({ url, header }: Sent, portalUrl: string | undefined): boolean {
  const site = header('Sec-Fetch-Site')
  const origin = header('Origin')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return true
  const sent = URL.parse(origin)
  if (!sent) return false
  if (portalUrl !== undefined && sent.origin === new URL(portalUrl).origin) return true
  const own = new URL(url)
  return sent.host === (header('Host') ?? own.host) && (sent.protocol === own.protocol || sent.protocol === 'https:')
}
