import type { Route } from './journey.ts'

/** An id that no item of a list has: the wanted one, else with a number. */
export function freshId(list: readonly { readonly id: string }[], wanted: string): string {
  const taken = new Set(list.map(({ id }) => id))
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/-\d+$/, '')
  let number = 2
  while (taken.has(`${stem}-${number}`)) number++
  return `${stem}-${number}`
}

/** A list with another item at a place; `undefined` removes the item. */
export const withItem = <T>(list: readonly T[], at: number, next: T | undefined): T[] =>
  list.flatMap((item, i) => (i !== at ? [item] : next === undefined ? [] : [next]))

/** A list with an item after a place. */
export const withItemAfter = <T>(list: readonly T[], at: number, item: T): T[] => [
  ...list.slice(0, at + 1),
  item,
  ...list.slice(at + 1),
]

/** A list whose item at a place has moved up or down by one. */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const to = at + by
  if (to < 0 || to >= list.length) return [...list]
  const next = [...list]
  ;[next[at], next[to]] = [next[to] as T, next[at] as T]
  return next
}

/** A route to begin with: it uses the backend and the flow of the last one, since most routes of an API share them. */
export function newRoute(routes: readonly Route[], backends: readonly { readonly id: string }[] = []): Route {
  const last = routes.at(-1)
  const backend = last?.backend ?? backends[0]?.id
  return {
    id: freshId(routes, 'new-route'),
    frontend: { paths: ['/'], methods: ['GET'] },
    ...(backend !== undefined && { backend }),
    ...(last?.flow_ref !== undefined && { flow_ref: last.flow_ref }),
  }
}

/** The places of the routes that have all words in their id, name, methods, paths, backend or flow. */
export function foundRoutes(routes: readonly Route[], words: string): number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return routes.flatMap((route, at) => {
    const {
      id,
      name = '',
      backend = '',
      flow_ref = '',
      frontend: { methods = [], paths = [], domains = [] } = {},
    } = route
    const text = [id, name, backend, flow_ref, ...methods, ...paths, ...domains].join('\n').toLowerCase()
    return wanted.every((word) => text.includes(word)) ? [at] : []
  })
}

/** The route that is open: by its id, and by its place where two have the same. */
export interface OpenRoute {
  readonly id: string
  readonly at: number
}

/** The place of the open route; `undefined` if it is gone. */
export function placeOf(routes: readonly Route[], open: OpenRoute | undefined): number | undefined {
  if (open === undefined) return undefined
  if (routes[open.at]?.id === open.id) return open.at
  const at = routes.findIndex(({ id }) => id === open.id)
  return at < 0 ? undefined : at
}
