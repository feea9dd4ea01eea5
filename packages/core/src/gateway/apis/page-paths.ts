/** The names below an API that are pages of the portal itself: they win over resources and redirections. */
export const portalNames: ReadonlySet<string> = new Set([
  ...['plans', 'plans.md', 'changes', 'changes.md', 'changes.atom', 'search', 'search.md', 'openapi.json', 'llms.txt'],
  ...['index.md', 'reference', 'reference.md', 'documentation', 'subscribe', '~', '.well-known', 'sitemap.xml'],
])

/** Whether a text can be a segment of an address: not empty, no dots alone, no slashes, backslashes and control characters. */
export const isPageSegment = (one: string): boolean => !/^\.{0,2}$|[\\/]/.test(one) && !/\p{Cc}/u.test(one)

/** The path of a resource in segments; `undefined` if no address can name it. A text is a path, too. Accepts any value. */
export function pagePath(path: unknown): readonly string[] | undefined {
  const texts = Array.isArray(path) ? path : [path]
  if (!texts.every((one) => typeof one === 'string')) return undefined
  const segments = texts.flatMap((one) => one.split('/')).filter((one) => one !== '')
  return segments.length > 0 && segments.every(isPageSegment) ? segments : undefined
}

/** The schemes of links to elsewhere. */
export const ELSEWHERE = /^(https?:\/\/|mailto:)/i

/**
 * The path below the API that a link of an author names, in segments: `/x` is below the API, other paths are relative to the
 * page at `from`, as between files. `undefined` for links to elsewhere, and for texts that are no links.
 *
 * @example
 * linkedPath(['guide', 'first'], 'second#part') // ['guide', 'second']
 */
export function linkedPath(from: readonly string[], text: string): readonly string[] | undefined {
  const plain = text.trim()
  if (ELSEWHERE.test(plain) || /^([a-z][a-z\d+.-]*:|[\\/]{2})|\\/i.test(plain) || /\p{Cc}/u.test(plain))
    return undefined
  const path = plain.replace(/[?#].*$/s, '')
  const result = path.startsWith('/') ? [] : from.slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      result.pop()
      continue
    }
    const segment = decoded(part)
    if (segment === undefined || !isPageSegment(segment)) return undefined
    result.push(segment)
  }
  return result
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
