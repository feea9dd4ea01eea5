import { readGatewayUrl } from '../gateway/apis/address-of.ts'
import type { PlaneStatus } from './planes/data-plane.ts'

/**
 * Where clients reach the gateway, as its data planes say: one of this process, else one that was heard and is not on its
 * own machine alone, else any.
 */
export function urlOfPlanes(here: readonly PlaneUrl[], heard: readonly PlaneUrl[]): string | undefined {
  const urls = (planes: readonly PlaneUrl[]) =>
    planes.flatMap(({ url }) => (url === undefined ? [] : (readGatewayUrl(url) ?? [])))
  const [own] = urls(here)
  const others = urls(heard)
  return own ?? others.find((url) => !isLoopback(url)) ?? others[0]
}

type PlaneUrl = Pick<PlaneStatus, 'url'>

const isLoopback = (url: string): boolean =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')
