/** Copies and freezes a JSON value, with all its members: all callers can share it, independently of the store. */
export function frozenCopy<T>(value: T): T
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, frozenCopy(member)])))
}
