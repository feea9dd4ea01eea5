import { isObject, MAX_DEPTH, own } from '../../json.ts'
import { failed } from '../failure.ts'
import type { Charge } from './compare.ts'

/**
 * Charges for going through the whole of a value: one unit a value and a character, and `indent` more for every level that it
 * lies deep. Throws `value` for what is nested deeper than `MAX_DEPTH`.
 */
export function chargeWhole(value: unknown, charge: Charge, indent = 0, depth = 0): void {
  charge(1 + indent * depth)
  if (depth > MAX_DEPTH) throw failed('value', `A value is nested deeper than ${MAX_DEPTH} levels`, MAX_DEPTH)
  if (typeof value === 'string') charge(value.length)
  else if (Array.isArray(value)) for (const one of value) chargeWhole(one, charge, indent, depth + 1)
  else if (isObject(value))
    for (const name of Object.keys(value)) {
      charge(name.length)
      chargeWhole(own(value, name), charge, indent, depth + 1)
    }
}

/** A value as it stands inside a text: texts as they are, others as JSON. */
export function toText(value: unknown, charge: Charge): string {
  chargeWhole(value, charge)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
