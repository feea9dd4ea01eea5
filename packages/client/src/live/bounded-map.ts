/** A map that forgets the values that were not asked for the longest, once it is full. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  clear(): void
}

/** A map of so many entries at most. */
export function boundedMap<V>(capacity: number): BoundedMap<V> {
  const entries = new Map<string, V>()

  function set(key: string, value: V): void {
    entries.delete(key)
    entries.set(key, value)
    if (entries.size <= capacity) return
    const [oldest = ''] = entries.keys()
    entries.delete(oldest)
  }

  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    clear: () => entries.clear(),
  }
}
