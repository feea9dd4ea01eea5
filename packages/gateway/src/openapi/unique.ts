/**
 * Creates a function that tells whether no two items of a list are equal as JSON values. Asked about all lists in a value,
 * nested ones too, it takes linear time together.
 */
export function createUniqueness(): (list: readonly unknown[]) => boolean {
  /** Numbers for objects and lists: equal ones have the same. */
  const byShape = new Map<string, number>()
  const byValue = new WeakMap<object, number>()

  /** A short text that only equal values have. */
  function keyOf(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const known = byValue.get(value)
    if (known !== undefined) return `#${known}`
    const shape = shapeOf(value)
    const number = byShape.get(shape) ?? byShape.size
    byShape.set(shape, number)
    byValue.set(value, number)
    return `#${number}`
  }

  function shapeOf(value: object): string {
    if (Array.isArray(value)) return `[${value.map(keyOf).join(',')}]`
    const members = value as Readonly<Record<string, unknown>>
    const names = Object.keys(members).sort()
    return `{${names.map((name) => `${JSON.stringify(name)}:${keyOf(members[name])}`).join(',')}}`
  }

  return (list) => {
    const seen = new Set<unknown>()
    for (const item of list) {
      const key = typeof item === 'object' && item !== null ? keyOf(item) : typeof item === 'string' ? `"${item}` : item
      if (seen.has(key)) return false
      seen.add(key)
    }
    return true
  }
}
