import { isSame, memberOf, namesOf } from './is-same.ts'

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The names or indexes at which two values are compared part by part; `undefined` if they are compared as a whole.
 * Objects are compared by member. Arrays are compared by item only if the items certainly stand for the same things:
 * if each has the same name or id on both sides, or only one item differs.
 */
export function partsOf(one: unknown, other: unknown): readonly string[] | undefined {
  if (isObject(one) && isObject(other)) return [...new Set([...namesOf(one), ...namesOf(other)])]
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return undefined
  const differing = one.filter((item, i) => !isSame(item, other[i]))
  if (![...one, ...other].every(isObject)) return undefined
  if (differing.length > 1 && !one.every((item, i) => isNamedAlike(item, other[i]))) return undefined
  return one.map((_, i) => String(i))
}

const isNamedAlike = (one: object, other: object): boolean =>
  ['id', 'name', 'key'].some((name) => {
    const value = memberOf(one, name)
    return typeof value === 'string' && value === memberOf(other, name)
  })
