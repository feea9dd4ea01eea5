import type { Filter } from '../listing/filter-items.ts'
import { strategies } from '../strategies/index.ts'

/** The filters of the list of features. */
export const filters: readonly Filter[] = [
  ['on', 'is:on'],
  ['off', 'is:off'],
  ...Object.entries(strategies).map(([id, { name }]) => [name, `strategy:${id.toLowerCase()}`] as const),
]
