import type { Visit } from './screen.ts'
import { locationOf } from './ways.ts'

/**
 * The address at which the host signs people in. `to` brings them back: a path of the same origin, or an address if the portal
 * knows its own.
 */
export function addressOfHost(signIn: string, { place, query, url, portalUrl }: Visit): string {
  const to = query.to ?? ''
  const { pathname, search } = new URL(locationOf(place.depth, to), url)
  const back =
    portalUrl === undefined ? pathname + search : `${portalUrl.replace(/\/$/, '')}/${locationOf(0, to).slice(2)}`
  return `${signIn}${signIn.includes('?') ? '&' : '?'}${new URLSearchParams({ to: back })}`
}
