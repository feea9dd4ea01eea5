import { signal } from '@preact/signals'
import { mount } from './mount.ts'

/** Where the page is: a path below the mount, such as `/features/shop:express`, and its query. */
export interface Place {
  readonly path: string
  readonly query: URLSearchParams
  /** Identifies the entry of the browser's history. */
  readonly entry: string
  /** Whether the user came here by the browser's back or forward button. */
  readonly isReturn: boolean
}

const read = (isReturn: boolean): Place => ({
  path: `/${location.pathname.slice(mount.path.length)}`,
  query: new URLSearchParams(location.search),
  entry: `${(history.state as { entry?: unknown } | null)?.entry ?? ''}`,
  isReturn,
})

/** The current place. */
export const place = signal<Place>(read(false))

/** The address of a path, for links: relative to the base of the page. */
export const hrefOf = (path: string): string => mount.path + path.replace(/^\//, '')

/** Goes to a path, such as `/features?q=express`. `replace` leaves no entry in the browser's history. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(history.state, '', hrefOf(path))
  else history.pushState({ entry: crypto.getRandomValues(new Uint32Array(2)).join('-') }, '', hrefOf(path))
  place.value = read(false)
}

addEventListener('popstate', () => {
  place.value = read(true)
})
