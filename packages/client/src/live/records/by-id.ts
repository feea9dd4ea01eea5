/** Values by id. */
export interface ById<V> {
  /** The object that has them, without a prototype: do not modify it. */
  readonly object: Readonly<Record<string, V>>
  get(id: string): V | undefined
  has(id: string): boolean
  set(id: string, value: V): void
  delete(id: string): void
  keys(): readonly string[]
  values(): readonly V[]
}

/**
 * Creates a map that finds an id that is a literal in half the time of a `Map`, which compares equal texts character by
 * character.
 */
export function byId<V>(): ById<V> {
  const object: Record<string, V> = Object.create(null)
  return {
    object,
    get: (id) => object[id],
    has: (id) => object[id] !== undefined,
    set(id, value) {
      object[id] = value
    },
    delete(id) {
      delete object[id]
    },
    keys: () => Object.keys(object),
    values: () => Object.values(object),
  }
}
