import type { HeaderView } from '../headers/header-view.ts'

/** The first value of a cookie in the request, without its quotes; `undefined` if it is absent. */
export function cookieValue(headers: Pick<HeaderView, 'get'>, name: string): string | undefined {
  // Requests have one header at most: that of HTTP/2 per cookie was joined.
  const header = headers.get('cookie') ?? ''
  for (let from = 0; from < header.length; ) {
    const semicolon = header.indexOf(';', from)
    const end = semicolon < 0 ? header.length : semicolon
    const equals = header.indexOf('=', from)
    if (equals >= 0 && equals < end && header.slice(from, equals).trim() === name)
      return unquoted(header.slice(equals + 1, end).trim())
    from = end + 1
  }
  return undefined
}

const unquoted = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value

/** The names of the cookies in a request. */
export const cookieNames = (headers: Pick<HeaderView, 'get'>): string[] =>
  (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.split('=', 1)[0]!.trim())
    .filter((name) => name !== '')
