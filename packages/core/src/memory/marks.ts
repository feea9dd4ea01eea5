import type { SortedMap } from '../keys/sorted-map.ts'

/** How many keys there are from one mark to the next. */
const STEP = 128

/**
 * Keys at every so-manieth place of sorted maps, so that a late page of a list does not walk from the first key. Taken when they are
 * needed, forgotten when a key comes or goes.
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
    /** Says that a key of the map came or went. */
    forget: (rows: SortedMap<V>): void => void taken.delete(rows),
    /** The key at a place, counted from 0; `undefined` behind the last. */
    keyAt(rows: SortedMap<V>, place: number): string | undefined {
      if (place >= rows.size) return undefined
      const marks = taken.get(rows) ?? take(rows)
      let left = place % STEP
      for (const key of rows.keys(marks[Math.floor(place / STEP)])) if (left-- === 0) return key
      return undefined
    },
  }
}
