/** Values by key that nothing else keeps alive: an entry goes with its value. */
export interface WeakValues<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  /** How many entries there are, including entries whose values are not collected yet. */
  readonly size: number
}

/** Creates an empty map. In runtimes without weak references, values stay. */
export function weakMap<V extends WeakKey>(): WeakValues<V> {
  if (typeof WeakRef === 'undefined' || typeof FinalizationRegistry === 'undefined') return new Map<string, V>()
  const entries = new Map<string, WeakRef<V>>()
  const registry = new FinalizationRegistry<string>((key) => {
    if (entries.get(key)?.deref() === undefined) entries.delete(key) // the key may have another value by now
  })
  return {
    get: (key) => entries.get(key)?.deref(),
    set(key, value) {
      entries.set(key, new WeakRef(value))
      registry.register(value, key)
    },
    get size() {
      return entries.size
    },
  }
}
