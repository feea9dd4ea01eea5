/** Numbers by key. Keys whose number is 0 take no room. */
export interface Counts {
  of(key: string): number
  /** Adds to the number of a key. Returns the sum. */
  add(key: string, by: number): number
  /** How many keys have a number. */
  readonly size: number
}

/** Creates numbers by key, all 0. */
export function createCounts(): Counts {
  const counts = new Map<string, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add(key, by) {
      const sum = (counts.get(key) ?? 0) + by
      if (sum === 0) counts.delete(key)
      else counts.set(key, sum)
      return sum
    },
    get size() {
      return counts.size
    },
  }
}
