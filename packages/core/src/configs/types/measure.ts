import { canonicalJson } from '../../machine/json/canonical-json.ts'
import { isObject } from '../../machine/json/json.ts'
import type { Place } from './keyword.ts'

type Counting = Pick<Place, 'spend' | 'namesOf'>

/** The number of characters (code points). */
export function lengthOf(text: string, { spend }: Counting): number {
  spend(text.length / 16)
  let length = text.length
  for (let i = 0; i < text.length - 1; i++) if (text.codePointAt(i)! > 0xffff) length--
  return length
}

/** The canonical text of a value: equal for equal values. */
export function textOf(value: unknown, { spend }: Counting): string {
  const text = canonicalJson(value)
  spend(1 + text.length / 4)
  return text
}

/** Whether two JSON values are equal; the order of members does not matter. */
export function isEqual(one: unknown, other: unknown, counting: Counting): boolean {
  counting.spend(0.2)
  if (typeof one === 'string' && typeof other === 'string' && one.length === other.length)
    counting.spend(one.length / 256)
  if (one === other) return true
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, i) => isEqual(item, other[i], counting))
    )
  if (!isObject(one) || !isObject(other)) return false
  const names = counting.namesOf(one)
  return (
    names.length === counting.namesOf(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name], counting))
  )
}

/** Whether a value is of a type of JSON Schema. */
export function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** Decimal fractions such as 0.1 are not exact: a quotient that is this close to an integer counts as one. */
const ROUNDING = 1e-9

/** Whether a number is a multiple of another. */
export function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor
  if (!Number.isFinite(quotient)) return value % divisor === 0
  return Math.abs(quotient - Math.round(quotient)) <= ROUNDING
}
