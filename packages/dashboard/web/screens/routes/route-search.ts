import { computed, effect, signal } from '@preact/signals'
import { navigate, place } from '../../place/place.ts'
import { allRoutes } from './all-routes.ts'
import { routeList } from './route-list.ts'
import { selectRoutes } from './route-query.ts'

/** The path of the list. */
export const ROUTES = '/gateway/routes'

/** The path of the question which route takes a request. Ids of routes have a colon. */
export const EXPLAIN = `${ROUTES}/explain`

/** What is searched for; also in the address as `q`. */
export const words = signal('')

/** The routes that fit, as the router asks them. */
export const found = computed(() => selectRoutes(allRoutes().rows.value, words.value))

/** The rows of the list. */
export const rows = computed(() => routeList(found.value))

/** Searches for something. */
export function search(next: string): void {
  words.value = next
  clearTimeout(writing)
  writing = setTimeout(() => {
    writing = undefined
    const { path } = place.peek()
    if (isHere(path)) navigate(path + searched(), { replace: true })
  }, 250)
}

/** The path of a route, of another page beside the list, or of the list, with what is searched for. */
export const pathTo = (id?: string): string => {
  const own = id === undefined ? '' : `/${encodeURIComponent(id).replaceAll('%3A', ':')}`
  return `${ROUTES}${own}${searched()}`
}

let writing: ReturnType<typeof setTimeout> | undefined

const searched = (): string => {
  const q = words.peek().trim()
  return q === '' ? '' : `?q=${encodeURIComponent(q)}`
}

const isHere = (path: string): boolean => path === ROUTES || path.startsWith(`${ROUTES}/`)

// Follows the address: the button to go back, and links with a search.
effect(() => {
  const { path, query } = place.value
  if (!isHere(path)) return
  const q = query.get('q') ?? ''
  if (writing === undefined && q !== words.peek().trim()) words.value = q
})
