import { isObject, MAX_DEPTH, own } from '../../json.ts'
import { failed } from '../failure.ts'
import { namesOf } from '../names.ts'
import type { Charge } from './compare.ts'
import { LOOKING_AT, LOOKING_UP } from './costs.ts'

/**
 * Charges for going through the whole of a value: its parts, their names and characters, and `indent` more for every level that
 * a part lies deep. Throws `value` for what is nested deeper than `MAX_DEPTH`.
 */
export function chargeWhole(value: unknown, charge: Charge, indent = 0, depth = 0): void {
  charge(LOOKING_AT + indent * depth)
  if (depth > MAX_DEPTH) throw failed('value', `A value is nested deeper than ${MAX_DEPTH} levels`, MAX_DEPTH)
  if (typeof value === 'string') charge(value.length)
  else if (Array.isArray(value)) for (const one of value) chargeWhole(one, charge, indent, depth + 1)
  else if (isObject(value))
    for (const name of namesOf(value)) {
      charge(LOOKING_UP + name.length)
      chargeWhole(own(value, name), charge, indent, depth + 1)
    }
}

/** A value as it stands inside a text: texts as they are, others as JSON. */
export function toText(value: unknown, charge: Charge): string {
  chargeWhole(value, charge)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
