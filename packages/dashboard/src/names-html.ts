import { readAccept } from '@signalbox/core/wire'

/** The media types of pages. */
const pages: readonly string[] = ['text/html', 'application/xhtml+xml']

/**
 * Whether an `Accept` header names a media type of pages, as browsers do. Programs that accept anything, or send no
 * such header, could not read a page.
 */
export function namesHtml(accept = ''): boolean {
  const { types, choose } = readAccept(accept)
  return pages.some((page) => types.includes(page) && choose([page]) !== undefined)
}
