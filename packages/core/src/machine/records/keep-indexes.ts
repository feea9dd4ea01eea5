import type { Reads } from '../../ports.ts'
import type { Resource } from './resource.ts'

/** The parts of kinds of records that concern indexes. */
export type IndexedKind = Partial<Pick<Resource, 'plural' | 'indexes'>>

/** Has a store build the indexes that kinds declare, including records that exist already. */
export function keepIndexes(kinds: readonly IndexedKind[], store: Reads): void {
  for (const { plural = '', indexes = [] } of kinds)
    for (const member of indexes) store.index?.(plural, member).catch(() => {}) // lists retry, and report failures to their callers
}
