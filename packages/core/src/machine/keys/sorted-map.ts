import type BTree from 'sorted-btree'
import imported from 'sorted-btree'
import { keyOrder } from './key-order.ts'

/** Values by key, in key order. */
export type SortedMap<V> = BTree<string, V>

/** The package is CommonJS: bundlers import its class, Node.js the module that contains the class. */
const Class = ('default' in imported ? imported.default : imported) as typeof imported

/** An empty map in key order. It is a B+ tree, so writes and ranges do not iterate over other entries. */
export function sortedMap<V>(): SortedMap<V> {
  const { note, compare } = keyOrder()
  const map = new Class<string, V>(undefined, compare)
  const set = map.set.bind(map)
  map.set = (key, value, overwrite) => {
    note(key)
    return set(key, value, overwrite)
  }
  return map
}
