const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

/** A domain without the scheme that some people write before it. */
export const withoutScheme = (domain: string): string => domain.replace(SCHEME, '')

/** The host and the path of an entry of `frontend.domains`; either may be empty. */
export function splitDomain(entry: string): [host: string, path: string] {
  const text = withoutScheme(entry)
  const slash = text.indexOf('/')
  return slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash)]
}
