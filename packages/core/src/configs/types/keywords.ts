import { canonicalJson } from '../../canonical-json.ts'
import type { Problem } from '../../errors.ts'
import { problem } from '../../errors.ts'
import { isObject, own } from '../../json.ts'
import type { JsonSchema, Shape } from './shapes.ts'

/** A value that is checked against a schema, and what a keyword can do there. */
export interface Place {
  /** The schema that has the keyword. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Reports a problem of the value, or of a member of it. */
  fail(found: Problem, member?: string): void
  /** Checks the value, or a member or item of it, against another schema. */
  visit(schema: JsonSchema, value: unknown, member?: string): void
  /** Whether a value is valid. Reports nothing. */
  fits(schema: JsonSchema, value: unknown): boolean
  /** Counts work that a keyword does by itself. Ends the check if it becomes too much. */
  spend(steps: number): void
  resolve(reference: string): JsonSchema
  matches(pattern: string, text: string): boolean
}

/** A keyword of JSON Schema. */
export interface Keyword {
  readonly shape: Shape
  /** Absent for annotations, and for keywords that others read. */
  readonly check?: (argument: unknown, value: unknown, place: Place) => void
  /** Its schemas apply to the value itself, not to its members or items. */
  readonly isInPlace?: true
}

type Check<T, V> = (argument: T, value: V, place: Place) => void

const keyword = <T>(shape: Shape, check: Check<T, unknown>): Keyword => ({
  shape,
  check: check as Keyword['check'] & {},
})

/** A keyword for values of one type; all others are valid. */
const forNumbers = <T>(shape: Shape, check: Check<T, number>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (typeof value === 'number') check(argument, value, place)
  })
const forTexts = <T>(shape: Shape, check: Check<T, string>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (typeof value === 'string') check(argument, value, place)
  })
const forLists = <T>(shape: Shape, check: Check<T, readonly unknown[]>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (Array.isArray(value)) check(argument, value, place)
  })
const forObjects = <T>(shape: Shape, check: Check<T, Readonly<Record<string, unknown>>>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (isObject(value)) check(argument, value, place)
  })

const inPlace = (one: Keyword): Keyword => ({ ...one, isInPlace: true })
const annotation: Keyword = { shape: 'anything' }
type ByName = Readonly<Record<string, JsonSchema>>
type List = readonly JsonSchema[]

/** The keywords of JSON Schema 2020-12 that a type can have, in the order of its specification. */
export const keywords: Readonly<Record<string, Keyword>> = {
  $schema: { shape: 'text' },
  $id: { shape: 'text' },
  $comment: { shape: 'text' },
  $ref: inPlace(keyword<string>('reference', (ref, value, { resolve, visit }) => visit(resolve(ref), value))),
  $defs: { shape: 'schemasByName' },
  definitions: { shape: 'schemasByName' },

  allOf: inPlace(
    keyword<List>('schemas', (all, value, { visit }) => {
      for (const one of all) visit(one, value)
    }),
  ),
  anyOf: inPlace(
    keyword<List>('schemas', (all, value, { fits, fail }) => {
      if (!all.some((one) => fits(one, value))) fail(problem('error.anyOf'))
    }),
  ),
  oneOf: inPlace(
    keyword<List>('schemas', (all, value, { fits, fail }) => {
      if (all.filter((one) => fits(one, value)).length !== 1) fail(problem('error.oneOf'))
    }),
  ),
  not: inPlace(
    keyword<JsonSchema>('schema', (schema, value, { fits, fail }) => {
      if (fits(schema, value)) fail(problem('error.not'))
    }),
  ),
  if: inPlace(
    keyword<JsonSchema>('schema', (condition, value, { schema, fits, visit }) => {
      const next = own(schema, fits(condition, value) ? 'then' : 'else')
      if (next !== undefined) visit(next as JsonSchema, value)
    }),
  ),
  then: { shape: 'schema', isInPlace: true },
  else: { shape: 'schema', isInPlace: true },
  dependentSchemas: inPlace(
    forObjects<ByName>('schemasByName', (schemas, value, { visit }) => {
      for (const [name, schema] of Object.entries(schemas)) if (Object.hasOwn(value, name)) visit(schema, value)
    }),
  ),

  prefixItems: forLists<List>('schemas', (schemas, items, { visit }) => {
    for (const [i, schema] of schemas.entries()) if (i < items.length) visit(schema, items[i], String(i))
  }),
  items: forLists<JsonSchema>('schema', (each, items, { schema, visit }) => {
    const { prefixItems = [] } = schema as { prefixItems?: List }
    for (let i = prefixItems.length; i < items.length; i++) visit(each, items[i], String(i))
  }),
  contains: forLists<JsonSchema>('schema', (each, items, { schema, fits, fail }) => {
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema as Record<string, number>
    const count = items.filter((item) => fits(each, item)).length
    if (count < minContains || count > maxContains) fail(problem('error.contains'))
  }),
  minContains: { shape: 'count' },
  maxContains: { shape: 'count' },
  properties: forObjects<ByName>('schemasByName', (schemas, value, { visit, fail, spend }) => {
    for (const [name, schema] of Object.entries(schemas)) {
      spend(1)
      if (!Object.hasOwn(value, name)) continue
      if (schema === false) fail(problem('error.unknown.field'), name)
      else visit(schema, value[name], name)
    }
  }),
  patternProperties: forObjects<ByName>('schemasByPattern', (schemas, value, { visit, matches }) => {
    for (const [pattern, schema] of Object.entries(schemas))
      for (const name of Object.keys(value)) if (matches(pattern, name)) visit(schema, value[name], name)
  }),
  additionalProperties: forObjects<JsonSchema>('schema', (each, value, { schema, visit, fail, spend, matches }) => {
    const { properties = {}, patternProperties = {} } = schema as Record<string, ByName>
    const patterns = Object.keys(patternProperties)
    for (const [name, member] of Object.entries(value)) {
      spend(1)
      if (Object.hasOwn(properties, name) || patterns.some((pattern) => matches(pattern, name))) continue
      if (each === false) fail(problem('error.unknown.field'), name)
      else visit(each, member, name)
    }
  }),
  propertyNames: forObjects<JsonSchema>('schema', (schema, value, { fits, fail }) => {
    for (const name of Object.keys(value)) if (!fits(schema, name)) fail(problem('error.name'), name)
  }),

  type: keyword<string | readonly string[]>('types', (types, value, { fail }) => {
    if (![types].flat().some((type) => isOfType(value, type))) fail(problem('error.type', ...[types].flat()))
  }),
  enum: keyword<readonly unknown[]>('list', (values, value, { fail, spend }) => {
    if (!values.some((one) => isEqual(one, value, spend)))
      fail(problem('error.enum', ...values.slice(0, MOST_TOLD).map(told)))
  }),
  const: keyword<unknown>('anything', (expected, value, { fail, spend }) => {
    if (!isEqual(expected, value, spend)) fail(problem('error.enum', told(expected)))
  }),
  multipleOf: forNumbers<number>('divisor', (divisor, value, { fail }) => {
    if (!isMultiple(value, divisor)) fail(problem('error.multiple', divisor))
  }),
  maximum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value > limit) fail(problem('error.maximum', limit))
  }),
  exclusiveMaximum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value >= limit) fail(problem('error.maximum.exclusive', limit))
  }),
  minimum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value < limit) fail(problem('error.minimum', limit))
  }),
  exclusiveMinimum: forNumbers<number>('number', (limit, value, { fail }) => {
    if (value <= limit) fail(problem('error.minimum.exclusive', limit))
  }),
  maxLength: forTexts<number>('count', (limit, text, { fail, spend }) => {
    if (lengthOf(text, spend) > limit) fail(problem('error.length.maximum', limit))
  }),
  minLength: forTexts<number>('count', (limit, text, { fail, spend }) => {
    if (lengthOf(text, spend) < limit) fail(problem('error.length.minimum', limit))
  }),
  pattern: forTexts<string>('pattern', (pattern, text, { fail, matches }) => {
    if (!matches(pattern, text)) fail(problem('error.pattern', pattern))
  }),
  maxItems: forLists<number>('count', (limit, { length }, { fail }) => {
    if (length > limit) fail(problem('error.items.maximum', limit))
  }),
  minItems: forLists<number>('count', (limit, { length }, { fail }) => {
    if (length < limit) fail(problem('error.items.minimum', limit))
  }),
  uniqueItems: forLists<boolean>('flag', (isUnique, items, { fail, spend }) => {
    if (isUnique && new Set(items.map((item) => textOf(item, spend))).size < items.length)
      fail(problem('error.items.unique'))
  }),
  maxProperties: forObjects<number>('count', (limit, value, { fail }) => {
    if (Object.keys(value).length > limit) fail(problem('error.maxProperties'))
  }),
  minProperties: forObjects<number>('count', (limit, value, { fail }) => {
    if (Object.keys(value).length < limit) fail(problem('error.minProperties'))
  }),
  required: forObjects<readonly string[]>('texts', (names, value, { fail, spend }) => {
    spend(names.length)
    for (const name of names) if (!Object.hasOwn(value, name)) fail(problem('error.required'), name)
  }),
  dependentRequired: forObjects<Readonly<Record<string, readonly string[]>>>(
    'textsByName',
    (names, value, { fail, spend }) => {
      for (const [name, required] of Object.entries(names)) {
        if (!Object.hasOwn(value, name)) continue
        spend(required.length)
        for (const one of required) if (!Object.hasOwn(value, one)) fail(problem('error.required'), one)
      }
    },
  ),

  format: annotation,
  contentEncoding: annotation,
  contentMediaType: annotation,
  title: annotation,
  description: annotation,
  default: annotation,
  deprecated: annotation,
  readOnly: annotation,
  writeOnly: annotation,
  examples: annotation,
}

/** The most values of an enumeration that a problem lists. */
const MOST_TOLD = 20

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** Decimal fractions such as 0.1 are not exact: a quotient that is this close to an integer counts as one. */
const ROUNDING = 1e-9

function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor
  if (!Number.isFinite(quotient)) return value % divisor === 0
  return Math.abs(quotient - Math.round(quotient)) <= ROUNDING
}

type Spend = Place['spend']

/** The number of characters (code points). */
function lengthOf(text: string, spend: Spend): number {
  spend(text.length / 16)
  let length = text.length
  for (let i = 0; i < text.length - 1; i++) if (text.codePointAt(i)! > 0xffff) length--
  return length
}

function textOf(value: unknown, spend: Spend): string {
  const text = canonicalJson(value)
  spend(1 + text.length / 16)
  return text
}

function isEqual(one: unknown, other: unknown, spend: Spend): boolean {
  spend(0.1)
  if (one === other) return true
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, i) => isEqual(item, other[i], spend))
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name], spend))
  )
}
