import type { Store } from '../ports.ts'
import type { Resource } from './resource.ts'

/** Kinds of records, as far as indexes go. */
export type IndexedKind = Partial<Pick<Resource, 'plural' | 'indexes'>>

/** Has a store build the indexes that kinds declare, of the records that it holds already as well. */
export function keepIndexes(kinds: readonly IndexedKind[], store: Store): void {
  for (const { plural = '', indexes = [] } of kinds)
    for (const member of indexes) store.index?.(plural, member).catch(() => {}) // lists ask again, and tell their callers
}
