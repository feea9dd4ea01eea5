import type BTree from 'sorted-btree'
import imported from 'sorted-btree'
import { compareKeys } from './compare-keys.ts'

/** Values by key, in key order. */
export type SortedMap<V> = BTree<string, V>

/** The package is CommonJS: bundlers import its class, Node.js the module that contains the class. */
const Class = ('default' in imported ? imported.default : imported) as typeof imported

/** Units from here on are surrogates, or sort before them in UTF-8. */
const HIGH = /[\ud800-\uffff]/

/**
 * An empty map in key order. It is a B+ tree, so writes and ranges do not iterate over other entries. JavaScript
 * compares strings twice as fast as `compareKeys`, and in the same order unless both have units of `HIGH`; so keys are
 * compared like that until the first key has them.
 */
export function sortedMap<V>(): SortedMap<V> {
  let isPlain = true
  const map = new Class<string, V>(undefined, (a, b) => (isPlain ? (a < b ? -1 : a === b ? 0 : 1) : compareKeys(a, b)))
  const set = map.set.bind(map)
  map.set = (key, value, overwrite) => {
    if (isPlain && HIGH.test(key)) isPlain = false
    return set(key, value, overwrite)
  }
  return map
}
