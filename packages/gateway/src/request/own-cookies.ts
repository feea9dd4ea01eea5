/**
 * The cookies of the control plane, which browsers send to every port of its host: sessions of users and of consumers of the
 * portal, and sign-ins that are under way. Under https, each has the prefix `__Host-`.
 */
export const ownCookies = [
  ...['signalbox_session', 'signalbox_sign_in'],
  ...['signalbox_portal', 'signalbox_portal_once', 'signalbox_portal_sign_in'],
].flatMap((name) => [name, `__Host-${name}`])

const own: ReadonlySet<string> = new Set(ownCookies)

/** Removes the cookies of the control plane from the value of a `Cookie` header. Empty: no cookie is left. */
export function withoutOwnCookies(value: string): string {
  if (!value.includes('signalbox_')) return value
  return value
    .split(';')
    .filter((pair) => !own.has(nameOf(pair)))
    .join(';')
    .trim()
}

/** Whether the value of a `Set-Cookie` header sets a cookie of the control plane. */
export const setsOwnCookie = (value: string): boolean => value.includes('signalbox_') && own.has(nameOf(value))

const nameOf = (pair: string): string => (pair.split('=', 1)[0] as string).split(';', 1)[0]!.trim()
