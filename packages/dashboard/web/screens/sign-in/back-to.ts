const BASE = 'http://dashboard.invalid'

/** Where to go after signing in: the path that `to` names, as browsers read it, if it is one of this dashboard. */
export function backTo(to: string | null): string {
  if (!to?.startsWith('/') || !URL.canParse(to, BASE)) return '/'
  const { origin, pathname, search } = new URL(to, BASE)
  const isOurs = origin === BASE && !pathname.startsWith('//') && !pathname.startsWith('/sign-in')
  return isOurs ? pathname + search : '/'
}
