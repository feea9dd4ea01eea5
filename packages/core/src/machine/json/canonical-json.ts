import { isObject, own } from './json.ts'

/**
 * The canonical text of a JSON value (RFC 8785): no white space, members sorted by the UTF-16 units of their names,
 * numbers and strings as ECMAScript writes them. Values that differ only in the order of members have the same text and
 * the same digest. The value must be JSON already, as stored values are.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(own(value, name))}`).join(',')}}`
}
