import { addressFrom, readPath } from '../pages/paths.ts'

/** Where people go who have signed in. */
export const HOME = '~/applications/'

/** A page below the mount, to which somebody wants to come back. */
export interface Destination {
  readonly segments: readonly string[]
  readonly isFolder: boolean
  readonly query: Readonly<Record<string, string>>
}

/** Reads a path below the mount with a query, as it stands in `to`. Addresses elsewhere are none: they lead nobody away. */
export function readDestination(to: string | undefined): Destination | undefined {
  if (to === undefined || to.length > 2000) return undefined
  const [, path = '', search = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(to) ?? []
  const { segments, isFolder } = readPath(path)
  if (!segments) return undefined
  return { segments, isFolder, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** The address of a path below the mount, for a page that is `depth` slashes below it. Other texts lead to the mount. */
export function locationOf(depth: number, to: string): string {
  const { segments = [], isFolder = true, query = {} } = readDestination(to) ?? {}
  const search = new URLSearchParams(query).toString()
  return `${addressFrom(depth, segments, isFolder)}${search === '' ? '' : `?${search}`}`
}
