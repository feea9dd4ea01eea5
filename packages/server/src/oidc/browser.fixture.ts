/** Keeps cookies by origin, and follows redirects only when told to. */
export function browser() {
  const jars = new Map<string, Map<string, string>>()
  async function visit(url: string | URL, init: RequestInit = {}) {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const Cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const headers = { Cookie, Accept: 'text/html', ...(init.headers as Record<string, string>) }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const location = response.headers.get('Location')
    return { response, to: location === null ? undefined : new URL(location, url) }
  }
  /** Follows redirects until one leads to a page with this in its URL, which is not visited. */
  async function follow(start: string | URL, until: string | RegExp) {
    let next = new URL(start)
    for (let i = 0; i < 12; i++) {
      const { to, response } = await visit(next)
      if (!to) throw new Error(`${next} is ${response.status}: ${await response.text()}`)
      if (to.href.match(until)) return to
      next = to
    }
    throw new Error('Too many redirects')
  }
  const cookie = (url: string, name: string) => jars.get(new URL(url).origin)?.get(name)
  return { visit, follow, cookie, jars }
}
