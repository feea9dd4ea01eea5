/** A map of limited size that drops its least recently used entries. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  clear(): void
}

/** Creates a map of at most `capacity` entries. */
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
