/** The functions that are added to a translation that calls them. */
export const helpers = {
  member: `// The member of a JSON object; undefined without it.
function member(node, name) {
  const isObject = typeof node === 'object' && node !== null && !Array.isArray(node)
  return isObject && Object.hasOwn(node, name) ? node[name] : undefined
}`,
  textOf: `// The text of a JSON value, as asText() of Jackson has it.
function textOf(node) {
  if (node === undefined) return undefined
  return typeof node === 'object' && node !== null ? '' : String(node)
}`,
  stringOf: `// A JSON value that is a string; undefined for all others.
function stringOf(node) {
  return typeof node === 'string' ? node : undefined
}`,
  booleanOf: `// A JSON value that is a boolean; undefined for all others.
function booleanOf(node) {
  return typeof node === 'boolean' ? node : undefined
}`,
  present: `// A value that must not be absent: without it, the script fails.
function present(value) {
  if (value === undefined) throw new Error('A value is absent')
  return value
}`,
  mapped: `// What a function makes of a value; undefined if the value is absent.
function mapped(value, change) {
  return value === undefined ? undefined : change(value)
}`,
} as const satisfies Record<string, string>

/** The name of such a function. */
export type HelperName = keyof typeof helpers
