import type BTree from 'sorted-btree'
import imported from 'sorted-btree'
import { compareKeys } from './compare-keys.ts'

/** Values by key, in key order. */
export type SortedMap<V> = BTree<string, V>

/** The package is CommonJS: bundlers import its class, Node.js the module that contains the class. */
const Class = ('default' in imported ? imported.default : imported) as typeof imported

/** An empty map in key order. It is a B+ tree, so writes and ranges do not iterate over other entries. */
export const sortedMap = <V>(): SortedMap<V> => new Class<string, V>(undefined, compareKeys)
