import { readGatewayUrl } from '../gateway/apis/address-of.ts'
import type { PlaneStatus } from './planes/data-plane.ts'

/**
 * Where clients reach the gateway, as its data planes say: one of this process, else the address that those heard from other
 * processes agree on. `undefined` if they differ: each gateway key could report any address, so none of them is believed more
 * than another.
 */
export function urlOfPlanes(here: readonly PlaneUrl[], heard: readonly PlaneUrl[]): string | undefined {
  const urls = (planes: readonly PlaneUrl[]) =>
    planes.flatMap(({ url }) => (url === undefined ? [] : (readGatewayUrl(url) ?? [])))
  const [own] = urls(here)
  if (own !== undefined) return own
  const [first, ...more] = new Set(urls(heard))
  return more.length === 0 ? first : undefined
}

type PlaneUrl = Pick<PlaneStatus, 'url'>
