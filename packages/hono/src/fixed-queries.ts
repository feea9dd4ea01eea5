import type { Listed } from '@signalbox/core/wire'

/** The query parameters that distinguish the operations on a path, by the path. */
export type FixedQueries = ReadonlyMap<string, readonly string[]>

/** The path of an operation without the query that requests must have. */
export const pathnameOf = ({ path }: Listed['operation']): string => path.split('?')[0] as string

/** The fixed queries of all operations. */
export function fixedQueriesOf(listed: readonly Listed[]): FixedQueries {
  const names = new Map<string, string[]>()
  for (const { operation } of listed) {
    const name = operation.path.split('?')[1]?.split('=')[0]
    if (name === undefined) continue
    const pathname = pathnameOf(operation)
    names.set(pathname, [...(names.get(pathname) ?? []), name])
  }
  return names
}
