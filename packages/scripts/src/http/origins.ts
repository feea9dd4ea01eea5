/** Throws if requests to a URL are not allowed, with a message for the person who chose the URL. */
export type Admit = (url: URL) => void

/**
 * Allows URLs of the given origins, such as `https://api.example.com` or `https://api.example.com:8443`. Throws a
 * `TypeError` for an invalid origin.
 */
export function admitting(origins: readonly string[]): Admit {
  const allowed = new Set(origins.map(toOrigin))
  return (url) => {
    if (!isHttp(url)) throw new Error(`${url.protocol} is not supported: use http: or https:`)
    if (url.username || url.password) throw new Error('A URL must not contain credentials: send them in a header')
    if (!allowed.has(url.origin))
      throw new Error(
        `${url.origin} is not an allowed origin: add it to the option "origins" (of the server: SIGNALBOX_SCRIPT_ORIGINS)`,
      )
  }
}

function toOrigin(text: string): string {
  const url = URL.parse(text)
  if (!url || !isHttp(url) || url.origin !== text.replace(/\/$/, '').toLowerCase())
    throw new TypeError(`"${text}" is not an origin: write it as "https://api.example.com"`)
  return url.origin
}

const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'
