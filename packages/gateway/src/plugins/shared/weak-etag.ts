import type { HeaderEdits, HeaderView } from '../../headers/header-view.ts'

/** Ends the tags that the gateway has weakened, so that they differ from weak tags of backends. */
const MARK = '~signalbox'
const marked = new RegExp(`W/("[^"]*)${MARK}"`, 'g')

/** The weak tag for a response whose bytes the gateway encodes (RFC 9110, section 8.8.1). Weak tags stay as they are. */
export const weakened = (etag: string): string => (etag.startsWith('"') ? `W/${etag.slice(0, -1)}${MARK}"` : etag)

/** A list of tags in which the backend's tags replace the tags that the gateway has weakened. */
export const unweakened = (tags: string): string => tags.replace(marked, '$1"')

/**
 * Puts the backend's tags into the preconditions of a request. In `If-Match` and `If-None-Match` they are strong again:
 * a marked tag stands for one strong tag, and backends compare texts or demand strong tags. In `If-Range` the tag stays
 * weak: the client has other bytes.
 */
export function unweaken({ headers, out }: { readonly headers: HeaderView; readonly out: HeaderEdits }): void {
  for (const [name, change] of conditions) {
    if (!headers.has(name)) continue
    const tags = out.all(name).join(', ')
    if (tags.includes(MARK)) out.set(name, change(tags))
  }
}

const conditions = [
  ['if-none-match', unweakened],
  ['if-match', unweakened],
  ['if-range', (tags: string) => tags.replace(marked, 'W/$1"')],
] as const
