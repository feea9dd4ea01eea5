import type BTree from 'sorted-btree'
import imported from 'sorted-btree'
import { compareKeys } from './compare-keys.ts'

/** Values by key, in key order. */
export type SortedMap<V> = BTree<string, V>

/** The package is CommonJS: bundlers hand out its class, Node the module around it. */
const Class = ('default' in imported ? imported.default : imported) as typeof imported

/** An empty map in key order: a B+ tree, so that neither writes nor ranges pass over the others. */
export const sortedMap = <V>(): SortedMap<V> => new Class<string, V>(undefined, compareKeys)
