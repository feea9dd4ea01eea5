/**
 * The text of a distinguished name (RFC 4514), from that of OpenSSL. OpenSSL escapes values as the RFC says, but has one line a
 * relative name, the most significant first, and spaces around the `+` within one.
 */
export const toRfc4514 = (name = ''): string => name.split('\n').map(withoutSpaces).reverse().join(',')

/** An escaped character stays, so that only a `+` between attributes loses its spaces. */
const withoutSpaces = (line: string): string =>
  line.includes(' + ') ? line.replace(/(\\.)| \+ /g, (_, escaped?: string) => escaped ?? '+') : line
