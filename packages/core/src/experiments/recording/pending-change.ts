import type { Change, Versioned } from '../../ports.ts'

/**
 * Wraps a stored value in a draft that can be changed; the resulting change only commits if nobody else wrote the value
 * meanwhile.
 */
export function pendingChange<T>(stored: Versioned | undefined, otherwise: T) {
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
