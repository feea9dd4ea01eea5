/** Where a path leads: to another address, to a page with a title, or nowhere. */
export interface Redirected {
  readonly to?: string
  readonly title?: string
}

interface Rendering {
  /** The id of the API. */
  readonly id: string
  render(path: string): { readonly status: number; readonly title: string; readonly location?: string }
}

/** Finds out where a path of an API leads, as the portal renders it. */
export function redirectedIn(path: string, { id, render }: Rendering): Redirected {
  const root = `${encodeURIComponent(id)}/`
  const at = `${root}${path.trim().replace(/^\/+|\/+$/g, '')}/`.replace(/\/+$/, '/')
  const { status, title, location } = render(at)
  if (location !== undefined) {
    const { href } = new URL(location, `${BASE}${at}`)
    return { to: href.startsWith(`${BASE}${root}`) ? href.slice(BASE.length + root.length - 1) : href }
  }
  return status === 200 ? { title } : {}
}

const BASE = 'http://portal.invalid/'
