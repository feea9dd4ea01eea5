import type { RowList } from '../../records/tree.ts'
import type { RouteRow } from './route-row.ts'

/** Routes as the rows of a list without groups. */
export function routeList(routes: readonly RouteRow[]): RowList {
  let places: ReadonlyMap<string, number> | undefined
  return {
    length: routes.length,
    at(row) {
      const { key, id } = routes[row]!
      return { key, name: id, level: 1, entry: { id: key }, position: row + 1, siblings: routes.length }
    },
    keyAt: (row) => routes[row]!.key,
    rowOf(key) {
      places ??= new Map(routes.map((route, place) => [route.key, place]))
      return places.get(key)
    },
    parentOf: () => undefined,
  }
}
