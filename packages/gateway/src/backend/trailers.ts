import type { HeaderList } from '../headers/header-list.ts'

/**
 * Fields that must not come after the body (RFC 9110, section 6.5.1): framing, routing, authentication, content. Nor
 * may fields that the gateway sets itself.
 */
const forbidden =
  /^(transfer-encoding|content-(length|encoding|type|range)|host|connection|keep-alive|te|trailer|upgrade|set-cookie|authorization|www-authenticate|proxy-.*|cache-control|expires|age|date|location|retry-after|vary|pragma|cookie|http2-settings|x-request-id|gateway-.*)$/i

/** The trailers of a response that are passed on, as names and values. */
export function trailersOf(rawTrailers: HeaderList): [name: string, value: string][] {
  const trailers: [string, string][] = []
  for (let i = 0; i < rawTrailers.length; i += 2) {
    const name = rawTrailers[i] as string
    if (!forbidden.test(name)) trailers.push([name, rawTrailers[i + 1] as string])
  }
  return trailers
}
