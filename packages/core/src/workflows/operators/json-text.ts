import { isObject, MAX_DEPTH, own } from '../../machine/json/json.ts'
import { failed } from '../runs/failure.ts'
import { namesOf } from '../runs/names-of.ts'
import type { Charge } from './compare.ts'
import { LOOKING_AT, LOOKING_UP } from './costs.ts'

/**
 * Charges for visiting a whole value: its parts, names and characters, and `indent` more per part and level of depth.
 * Throws `error.workflow.value` for a value nested deeper than `MAX_DEPTH`.
 */
export function chargeWhole(value: unknown, charge: Charge, indent = 0, depth = 0): void {
  charge(LOOKING_AT + indent * depth)
  if (depth > MAX_DEPTH)
    throw failed('value', `A value is nested deeper than ${MAX_DEPTH} levels: flatten it`, MAX_DEPTH)
  if (typeof value === 'string') charge(value.length)
  else if (Array.isArray(value)) for (const one of value) chargeWhole(one, charge, indent, depth + 1)
  else if (isObject(value))
    for (const name of namesOf(value)) {
      charge(LOOKING_UP + name.length)
      chargeWhole(own(value, name), charge, indent, depth + 1)
    }
}

/** Converts a value for use inside a text: texts stay as they are, other values become JSON. */
export function toText(value: unknown, charge: Charge): string {
  chargeWhole(value, charge)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
