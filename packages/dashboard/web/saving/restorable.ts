import { isObject } from '../values/parts-of.ts'
import { below } from '../values/pointer.ts'
import { MASK } from '../values/secret-members.ts'

/** A deleted record as it can be created again. */
export interface Restorable {
  readonly body: object
  /** The members whose secrets the log does not have, by JSON Pointer: they must be typed again. */
  readonly again: readonly string[]
}

/** What the log has of a deleted record, without the masks of secrets and the members that only the service sets. */
export function restorable(payload: object, served: readonly string[] = []): Restorable {
  const again: string[] = []
  const without = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value))
      return value.flatMap((one, i) => {
        const place = below(pointer, String(i))
        return keeps(one, place) ? [without(one, place)] : []
      })
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, one]) => keeps(one, below(pointer, name)))
        .map(([name, one]) => [name, without(one, below(pointer, name))]),
    )
  }
  const keeps = (value: unknown, pointer: string): boolean => {
    if (value === MASK) again.push(pointer)
    return value !== MASK
  }
  const own = Object.fromEntries(Object.entries(payload).filter(([name]) => !served.includes(name)))
  return { body: without(own, '') as object, again }
}
