import type { Index } from '../../records/tree.ts'
import type { Filter } from '../listing/filter-items.ts'

/** The most groups that the menu offers. The search finds all others. */
const MOST = 8
const PREFIX = 'group:'

/** The filters by the groups that there are, in the order of the alphabet. */
export function groupFilters(index: Pick<Index, 'search'>): readonly Filter[] {
  const groups = new Set(
    index.search('', 1000).flatMap(({ facets = [] }) => facets.filter((one) => one.startsWith(PREFIX))),
  )
  return [...groups]
    .sort()
    .slice(0, MOST)
    .map((word) => [`Group ${word.slice(PREFIX.length)}`, word] as const)
}
