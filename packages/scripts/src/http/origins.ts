/** Whether requests may go to an address; throws a sentence for who chose it, if not. */
export type Admit = (url: URL) => void

/**
 * Admits addresses of some origins, such as `https://api.example.com` or `https://api.example.com:8443`. Throws a `TypeError` for
 * an origin that is none.
 */
export function admitting(origins: readonly string[]): Admit {
  const allowed = new Set(origins.map(toOrigin))
  return (url) => {
    if (!isHttp(url)) throw new Error(`${url.protocol} is not HTTP`)
    if (url.username || url.password) throw new Error('A URL must not carry credentials')
    if (!allowed.has(url.origin))
      throw new Error(
        `${url.origin} is not among the origins that may be reached: add it to the option "origins" (of the server: SIGNALBOX_SCRIPT_ORIGINS)`,
      )
  }
}

function toOrigin(text: string): string {
  const url = URL.parse(text)
  if (!url || !isHttp(url) || url.origin !== text.replace(/\/$/, '').toLowerCase())
    throw new TypeError(`"${text}" is no origin: write it as "https://api.example.com"`)
  return url.origin
}

const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'
