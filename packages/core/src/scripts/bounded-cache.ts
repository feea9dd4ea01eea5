/** A cache with a limit on the total weight of its values; evicts the least recently used first. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined
  /** Adds or replaces a value. A value heavier than the whole cache is not kept. */
  set(key: string, value: Value, weight: number): void
  delete(key: string): void
}

/** Creates an empty cache for values with a total weight of up to `capacity`. */
export function createBoundedCache<Value>(capacity: number): BoundedCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly weight: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight) {
      remove(key)
      if (weight > capacity) return
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= capacity) return
        remove(oldest)
      }
    },
    delete: remove,
  }
}
