import { isObject, MAX_DEPTH, own } from '../../machine/json/json.ts'
import { failed } from '../runs/failure.ts'
import { namesOf } from '../runs/names-of.ts'
import { LOOKING_AT, LOOKING_UP } from './costs.ts'

/** Takes units from the budget of work. */
export type Charge = (units: number) => void

/** Compares two numbers by value or two texts by code points. Negative if the first is smaller, 0 if they are equal. */
export function compare<T extends number | string>(a: T, b: T): number {
  if (typeof a === 'number') return a - (b as number)
  return compareTexts(a as string, b as string)
}

/** Compares two texts by code points, which is the order of their UTF-8 bytes. */
function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}

/** Ranks surrogates above all other code units, because they encode larger code points. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/**
 * Whether two values are equal as JSON, with members in any order. Charges each value, member and character that it
 * compares.
 */
export function isEqual(a: unknown, b: unknown, charge: Charge, depth = 0): boolean {
  charge(LOOKING_AT)
  if (depth > MAX_DEPTH) throw tooDeep()
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length !== b.length) return false
    charge(a.length)
    return a === b
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isEqual(one, b[index], charge, depth + 1))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = namesOf(a)
  if (names.length !== namesOf(b).length) return false
  charge(2 * LOOKING_UP * names.length)
  return names.every((name) => Object.hasOwn(b, name) && isEqual(own(a, name), own(b, name), charge, depth + 1))
}

const tooDeep = () => failed('value', `A value is nested deeper than ${MAX_DEPTH} levels: flatten it`, MAX_DEPTH)
