const BASE = 'http://dashboard.invalid'

/** The path of the dashboard that `to` names, as browsers read it; `/` if it leads elsewhere. */
export function backTo(to: string | undefined): string {
  if (!to?.startsWith('/') || to.length > LONGEST || !URL.canParse(to, BASE)) return '/'
  const { origin, pathname, search } = new URL(to, BASE)
  const isPage = !pathname.startsWith('//') && !/^\/(sign-in|api)(\/|$)/.test(pathname)
  return origin === BASE && isPage ? pathname + search : '/'
}

/** It is kept in a cookie, which browsers limit. */
const LONGEST = 2000
