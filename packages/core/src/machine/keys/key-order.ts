import { compareKeys } from './compare-keys.ts'

/** Compares the keys of a collection. */
export interface KeyOrder {
  /** Must be called with each key of the collection before it is compared. */
  note(key: string): void
  /** Compares two keys, at least one of them noted, by their UTF-8 bytes. */
  compare(a: string, b: string): number
}

/** Surrogates, and units that sort after them in UTF-16 but before them in UTF-8. */
const HIGH = /[\ud800-\uffff]/

/**
 * Creates an order of keys. JavaScript compares strings twice as fast as `compareKeys`, and in the same order unless
 * both have units of `HIGH`; so keys are compared like that until one with such units is noted.
 */
export function keyOrder(): KeyOrder {
  let isPlain = true
  return {
    note(key) {
      if (isPlain && HIGH.test(key)) isPlain = false
    },
    compare: (a, b) => (isPlain ? (a < b ? -1 : a === b ? 0 : 1) : compareKeys(a, b)),
  }
}
