import type { Change, Versioned } from '../ports.ts'

/** A value of the store that may change before it is written back, unless somebody else has written it meanwhile. */
export function draftOf<T>(stored: Versioned | undefined, otherwise: T) {
  let value = (stored?.value as T | undefined) ?? otherwise
  let changed = false
  return {
    get value() {
      return value
    },
    set(next: T) {
      value = next
      changed = true
    },
    change: (collection: string, key: string): Change[] =>
      changed ? [{ op: 'put', collection, key, value, expected: stored?.version ?? null }] : [],
  }
}
