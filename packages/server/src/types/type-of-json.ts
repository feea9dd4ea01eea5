/** Derives TypeScript types from JSON values. */

type JsonObject = Readonly<Record<string, unknown>>

/** How each kind of value is written, in the order of a union. `indent` precedes every further line. */
const kinds = {
  object: (objects: readonly JsonObject[], indent: string) => objectType(objects, indent),
  array: (arrays: readonly (readonly unknown[])[], indent: string) => `ReadonlyArray<${typeOf(arrays.flat(), indent)}>`,
  string: () => 'string',
  number: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
}
type Kind = keyof typeof kinds

/**
 * Returns a type that fits all values. Objects are merged into one type with optional members; other kinds form a
 * union. The order of values and members does not matter.
 */
export function typeOf(values: readonly unknown[], indent = ''): string {
  const found = Map.groupBy(values, kindOf)
  const alternatives = (Object.keys(kinds) as Kind[])
    .filter((kind) => found.has(kind))
    .map((kind) => kinds[kind](found.get(kind) as never, indent))
  return alternatives.join(' | ') || 'unknown'
}

/** Quotes a text as a literal type or as the name of a member. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)

function objectType(objects: readonly JsonObject[], indent: string): string {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()
  if (names.length === 0) return '{ readonly [name: string]: unknown }'
  const members = names.map((name) => {
    const holders = objects.filter((object) => Object.hasOwn(object, name))
    const type = typeOf(
      holders.map((object) => object[name]),
      `${indent}  `,
    )
    const isBare = /^[A-Za-z_$][\w$]*$/.test(name)
    return `${indent}  readonly ${isBare ? name : quoted(name)}${holders.length < objects.length ? '?' : ''}: ${type}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as Kind)
}
