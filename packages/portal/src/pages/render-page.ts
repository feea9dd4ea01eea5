import { answer, type PageRequest } from './answer.ts'

/** A page as text. */
export interface RenderedPage {
  readonly status: number
  readonly title: string
  /** The whole document. Empty for files and redirects, which are no pages. */
  readonly html: string
  /** The same content in Markdown. */
  readonly markdown: string
  /** Where a redirect leads, relative to the page. */
  readonly location?: string
}

/**
 * Renders a page of a portal: the values decide, and nothing else is read. Runs in browsers, too.
 *
 * @example
 * const site = { title: 'Developers', apis: [toSiteApi(api)] }
 * renderPage({ site, visitor: { now: Date.now() }, path: 'billing/guide/' }).html
 */
export function renderPage(request: Pick<PageRequest, 'site' | 'visitor' | 'path'>): RenderedPage {
  const found = answer(request)
  if (found.kind === 'redirect')
    return { status: found.status, title: '', html: '', markdown: '', location: found.location }
  if (found.kind === 'file') return { status: 200, title: '', html: '', markdown: '' }
  const { status, title, html, markdown } = found
  return { status, title, html, markdown }
}
