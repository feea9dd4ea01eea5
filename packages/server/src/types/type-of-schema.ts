/** Derives TypeScript types from JSON Schemas. */
import { quoted } from './type-of-json.ts'

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Returns a type that fits all values of a JSON Schema. `undefined` for a schema with keywords that combine or refer to
 * others in ways that a type cannot express, such as `$ref` and `not`: derive the type from values instead.
 */
export function typeOfSchema(schema: unknown, indent = ''): string | undefined {
  if (schema === true) return 'unknown'
  if (typeof schema !== 'object' || schema === null) return undefined
  const { type, enum: values, anyOf, oneOf } = schema as JsonObject
  if (unsupported.some((keyword) => Object.hasOwn(schema, keyword))) return undefined
  if (Object.hasOwn(schema, 'const')) return literals([(schema as JsonObject).const])
  if (Array.isArray(values)) return literals(values)
  const alternatives = anyOf ?? oneOf
  if (Array.isArray(alternatives)) return union(alternatives.map((one) => typeOfSchema(one, indent)))
  const names = Array.isArray(type) ? type : [type]
  return union(names.map((name) => kinds[String(name)]?.(schema as JsonObject, indent)))
}

const unsupported = ['$ref', '$dynamicRef', 'allOf', 'not', 'if', 'patternProperties']

/** How each type is written. `indent` precedes every further line. */
const kinds: Readonly<Record<string, (schema: JsonObject, indent: string) => string | undefined>> = {
  object: objectType,
  array({ items = true }, indent) {
    const item = typeOfSchema(items, indent)
    return item === undefined ? undefined : `ReadonlyArray<${item}>`
  },
  string: () => 'string',
  number: () => 'number',
  integer: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
}

function objectType({ properties = {}, required = [] }: JsonObject, indent: string): string | undefined {
  const members = Object.entries(properties as JsonObject).sort(([one], [other]) => (one < other ? -1 : 1))
  if (members.length === 0) return '{ readonly [name: string]: unknown }'
  let text = ''
  for (const [name, schema] of members) {
    const type = typeOfSchema(schema, `${indent}  `)
    if (type === undefined) return undefined
    const isBare = /^[A-Za-z_$][\w$]*$/.test(name)
    const isRequired = Array.isArray(required) && required.includes(name)
    text += `${indent}  readonly ${isBare ? name : quoted(name)}${isRequired ? '' : '?'}: ${type}\n`
  }
  return `{\n${text}${indent}}`
}

/** The union of literal types; `undefined` if a value is an object or a list. */
const literals = (values: readonly unknown[]): string | undefined =>
  union(
    values.map((value) => (typeof value === 'string' ? quoted(value) : isScalar(value) ? String(value) : undefined)),
  )

const isScalar = (value: unknown): boolean => value === null || ['number', 'boolean'].includes(typeof value)

const union = (types: readonly (string | undefined)[]): string | undefined =>
  types.length === 0 || types.includes(undefined) ? undefined : [...new Set(types)].join(' | ')
