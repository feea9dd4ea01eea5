/** Whether two JSON values are equal. The order of members does not matter; `undefined` members count as absent. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, i) => isSame(item, other[i]))
    )
  const names = namesOf(one)
  return (
    names.length === namesOf(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(memberOf(one, name), memberOf(other, name)))
  )
}

/** The names of the members that have a value. */
export const namesOf = (value: object): string[] =>
  Object.keys(value).filter((name) => memberOf(value, name) !== undefined)

/** An own member. Reading it never reaches a prototype, whatever its name. */
export const memberOf = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
