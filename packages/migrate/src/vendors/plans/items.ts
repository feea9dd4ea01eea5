import { isJson, type Json } from '../../otoroshi/findings.ts'

/**
 * The items of a list of objects. `undefined` stands for an item that is not an object, and for a value that is not a
 * list, so that a malformed restriction is not taken for none. An absent list has no items.
 */
export function itemsOf(value: unknown): readonly (Json | undefined)[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map((item) => (isJson(item) ? item : undefined)) : [undefined]
}

/** Whether a value is absent, or a list whose items pass a test. */
export const isListOf = (value: unknown, test: (item: unknown) => boolean): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.every(test))
