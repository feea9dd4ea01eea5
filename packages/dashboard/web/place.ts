import { signal } from '@preact/signals'
import { mount } from './mount.ts'

/** Where the page is: a path below the mount, such as `/features/shop:express`, and its query. */
export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

const read = (): Place => ({
  path: `/${location.pathname.slice(mount.path.length)}`,
  query: new URLSearchParams(location.search),
})

/** The current place. */
export const place = signal<Place>(read())

/** The address of a path, for links: relative to the base of the page. */
export const hrefOf = (path: string): string => mount.path + path.replace(/^\//, '')

/** Goes to a path, such as `/features?q=express`. `replace` leaves no entry in the browser's history. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', hrefOf(path))
  else history.pushState(null, '', hrefOf(path))
  place.value = read()
}

addEventListener('popstate', () => {
  place.value = read()
})
