import type { Filter } from '../listing/filter-items.ts'
import { strategyNames } from './strategy-names.ts'

/** The filters of the list of features. */
export const filters: readonly Filter[] = [
  ['on', 'is:on'],
  ['off', 'is:off'],
  ...Object.entries(strategyNames).map(([name, words]) => [words, `strategy:${name.toLowerCase()}`] as const),
]
