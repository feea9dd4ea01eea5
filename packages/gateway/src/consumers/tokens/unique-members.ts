import { isObject } from '@signalbox/core/gateway'

/** Strings of JSON, with the colon that follows the name of a member. */
const STRINGS = /"(?:[^"\\]|\\.)*"\s*(:?)/gs

/**
 * Whether no object in a JSON text has two members with the same name. Parsers differ in which of them they take, so a
 * server behind the gateway could see other claims. `value` is what the text was parsed to.
 */
export function hasUniqueMembers(text: string, value: unknown): boolean {
  let named = 0
  for (const [, colon] of text.matchAll(STRINGS)) if (colon === ':') named++
  return named === membersOf(value)
}

function membersOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + membersOf(one), 0)
  if (!isObject(value)) return 0
  return Object.values(value).reduce((sum: number, one) => sum + 1 + membersOf(one), 0)
}
