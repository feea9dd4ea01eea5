const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

/** Removes the scheme from a domain, since some people write one. */
export const withoutScheme = (domain: string): string => domain.replace(SCHEME, '')

/** Splits an entry of `frontend.domains` into host and path; either may be empty. */
export function splitDomain(entry: string): [host: string, path: string] {
  const text = withoutScheme(entry)
  const slash = text.indexOf('/')
  return slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash)]
}
