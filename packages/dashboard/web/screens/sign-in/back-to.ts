/** Where to go after signing in: the path that `to` names, if it is one of this dashboard. */
export const backTo = (to: string | null): string =>
  to !== null && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/'
