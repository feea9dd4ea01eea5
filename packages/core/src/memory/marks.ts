import type { SortedMap } from '../machine/keys/sorted-map.ts'

/** The number of keys between two marks. */
const STEP = 128

/**
 * Remembers every 128th key of sorted maps, so that late pages of a list need not walk from the first key. Marks are
 * made when needed, and dropped when a key is added or removed.
 */
export function createMarks<V>() {
  const taken = new WeakMap<SortedMap<V>, readonly string[]>()

  function take(rows: SortedMap<V>): readonly string[] {
    const marks: string[] = []
    let place = 0
    for (const key of rows.keys()) if (place++ % STEP === 0) marks.push(key)
    taken.set(rows, marks)
    return marks
  }

  return {
    /** Drops the marks of a map. Call it when a key was added or removed. */
    forget: (rows: SortedMap<V>): void => void taken.delete(rows),
    /** The key at a position, from 0; `undefined` after the last. */
    keyAt(rows: SortedMap<V>, place: number): string | undefined {
      if (place >= rows.size) return undefined
      const marks = taken.get(rows) ?? take(rows)
      let left = place % STEP
      for (const key of rows.keys(marks[Math.floor(place / STEP)])) if (left-- === 0) return key
      return undefined
    },
  }
}
