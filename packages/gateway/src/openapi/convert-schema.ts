import { isObject, type JsonObject } from '@signalbox/core/gateway'
import { type Dialect, DocumentFault, target } from '../documents/document.ts'
import { below } from '../documents/pointer.ts'
import { knownFormats } from './formats.ts'

/** What a schema describes: it decides whether `readOnly` or `writeOnly` members are required. */
export type Direction = 'request' | 'response'

interface Conversion {
  readonly dialect: Dialect
  readonly direction: Direction
  /** The value at a pointer, without following its references. */
  readonly valueAt: (pointer: string) => unknown
}

/** A JSON Schema (draft 2020-12). */
export type Schema = JsonObject | boolean

/**
 * Converts the schema at a pointer of a document to JSON Schema 2020-12. A reference becomes the keyword `later` with the
 * pointer of its target, so that schemas are compiled one by one. Only where `unevaluatedProperties` or
 * `unevaluatedItems` need to know what a target has evaluated, it becomes a `$ref` to a definition. Unknown and malformed
 * keywords are left out. Throws a `DocumentFault` for a reference that leaves the document.
 */
export function convertSchema(value: unknown, pointer: string, { dialect, direction, valueAt }: Conversion): Schema {
  const definitions = new Map<string, string>()

  /** `isInPlace`: whether a schema around it needs to know what this one evaluates. */
  function convert(node: unknown, at: string, isInPlace: boolean): Schema {
    if (typeof node === 'boolean') return node
    if (!isObject(node)) return true
    const isReference = typeof node.$ref === 'string'
    // Before 3.1, members beside a reference have no meaning.
    if (isReference && dialect !== '3.1') return referenceTo(node.$ref as string, at, false)
    if (typeof node.$dynamicRef === 'string')
      throw new DocumentFault(`The schema at ${at} has a $dynamicRef, which is not supported`)
    const isTracked = isInPlace || 'unevaluatedProperties' in node || 'unevaluatedItems' in node
    const schema = keywordsOf(node, at, isTracked)
    if (isReference) Object.assign(schema, referenceTo(node.$ref as string, at, isTracked))
    return node.nullable === true && dialect === '3.0' ? orNull(schema) : schema
  }

  function referenceTo(reference: string, at: string, isInPlace: boolean): JsonObject {
    const pointed = target(reference, at)
    if (valueAt(pointed) === undefined) throw new DocumentFault(`There is nothing at ${pointed}, which ${at} refers to`)
    if (!isInPlace) return { later: pointed }
    const known = definitions.get(pointed)
    const name = known ?? `d${definitions.size}`
    definitions.set(pointed, name)
    return { $ref: `#/$defs/${name}` }
  }

  function keywordsOf(node: JsonObject, at: string, isTracked: boolean): Record<string, unknown> {
    const schema: Record<string, unknown> = {}
    for (const [keyword, value] of Object.entries(node)) {
      const place = below(at, keyword)
      const own = inPlace.has(keyword) && isTracked
      if (Object.hasOwn(plain, keyword)) {
        if (plain[keyword]!(value)) schema[keyword] = value
      } else if (single.has(keyword)) {
        if (isObject(value) || typeof value === 'boolean') schema[keyword] = convert(value, place, own)
        else if (keyword === 'items' && Array.isArray(value)) schema.prefixItems = list(value, place, own)
      } else if (lists.has(keyword)) {
        if (Array.isArray(value) && value.length > 0) schema[keyword] = list(value, place, own)
      } else if (maps.has(keyword) && isObject(value))
        schema[keyword] = Object.fromEntries(
          Object.entries(value).map(([name, one]) => [name, convert(one, below(place, name), own)]),
        )
    }
    return Object.assign(schema, typesOf(node), limitsOf(node), requiredOf(node, direction))
  }

  const list = (nodes: readonly unknown[], at: string, isInPlace: boolean) =>
    nodes.map((one, i) => convert(one, below(at, i), isInPlace))

  const schema = convert(value, pointer, false)
  if (typeof schema === 'boolean') return schema
  const $defs: Record<string, unknown> = {}
  // The conversion of a definition may find further ones; a Map hands them out as well.
  for (const [pointed, name] of definitions) $defs[name] = convert(valueAt(pointed), pointed, true)
  return definitions.size > 0 ? { ...schema, $defs } : schema
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isText = (value: unknown): boolean => typeof value === 'string'
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** Keywords without schemas in them, each with a test for its value. */
const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  maximum: isNumber,
  minimum: isNumber,
  exclusiveMaximum: isNumber,
  exclusiveMinimum: isNumber,
  maxLength: isCount,
  minLength: isCount,
  pattern: isText,
  format: (value) => typeof value === 'string' && knownFormats.has(value),
  maxItems: isCount,
  minItems: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
  maxContains: isCount,
  minContains: isCount,
  maxProperties: isCount,
  minProperties: isCount,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(areTexts),
}

/** Keywords with one schema, a list of schemas, and schemas by name. */
const single = new Set([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Keywords whose schemas apply to the same value. */
const inPlace = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'])

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])

/** The types of a schema. Names that are none, such as `file`, say nothing. */
function typesOf({ type }: JsonObject): JsonObject {
  const named = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string' && types.has(one))
  return named.length > 0 ? { type: [...new Set(named)] } : {}
}

/** The limits of numbers that are exclusive by a boolean, as before 3.1. */
const limitsOf = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject => ({
  ...(exclusiveMinimum === true && isNumber(minimum) && { exclusiveMinimum: minimum }),
  ...(exclusiveMaximum === true && isNumber(maximum) && { exclusiveMaximum: maximum }),
})

/** The required members. Requests need no `readOnly` members, and responses need no `writeOnly` members. */
function requiredOf({ required, properties }: JsonObject, direction: Direction): JsonObject {
  if (!areTexts(required)) return {}
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
  const isNeeded = (name: string) => {
    const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    return !(isObject(schema) && schema[flag] === true)
  }
  const names = [...new Set((required as string[]).filter(isNeeded))]
  return names.length > 0 ? { required: names } : {}
}

/** A schema that also admits `null`. */
const orNull = (schema: JsonObject): JsonObject => {
  const { type, enum: values, ...others } = schema
  if (Array.isArray(type) && Object.keys(others).every((keyword) => !applicators.has(keyword)) && !values)
    return { ...schema, type: [...type, 'null'] }
  return { anyOf: [{ type: ['null'] }, schema] }
}

const applicators = new Set(['const', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'later', '$ref'])
