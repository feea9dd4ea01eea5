import { matchHere } from '../../match/match-here.ts'
import type { Arm, GroupField, Member, SchemaField, SimpleField, TextField } from './field.ts'
import { isReadable, type JsonSchema, valuesOf } from './json-schema.ts'
import { labelOf } from './label-of.ts'

/** From this length on, a text is a document and not a line. */
const LONG = 1000

/** The members whose texts have lines. */
const longNames: ReadonlySet<string> = new Set(['body', 'publicKey', 'public_key'])

/** How the values of a schema are edited. What no form can show is edited as JSON. Reads a signal, as `matchHere` does. */
export function fieldOf(schema: JsonSchema, name = ''): SchemaField {
  if (!isReadable(schema)) return { kind: 'json' }
  const { anyOf, oneOf = anyOf } = schema
  if (oneOf) return unionOf(oneOf, name)
  const simple = simpleOf(schema, name)
  if (simple) return simple
  if (schema.type === 'boolean') return { kind: 'flag' }
  if (schema.type === 'array') return listOf(schema.items)
  if (schema.type === 'object') return objectOf(schema)
  return { kind: 'json' }
}

/** The form of an object, with the members that its schema declares; `undefined` for all other schemas. */
export function groupOf(schema: JsonSchema): GroupField | undefined {
  const field = fieldOf(schema)
  return field.kind === 'group' ? field : undefined
}

function simpleOf(schema: JsonSchema, name: string): SimpleField | undefined {
  const { type, const: only, enum: values = only === undefined ? undefined : [only] } = schema
  if (values) return values.every(isPlain) ? { kind: 'choice', values } : undefined
  if (type === 'string') return textOf(schema, name)
  if (type !== 'number' && type !== 'integer') return undefined
  const { minimum: min, maximum: max } = schema
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  return { kind: 'number', isInteger: type === 'integer', ...bounds }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const textOf = (schema: JsonSchema, name: string): TextField => ({
  kind: 'text',
  ...(schema.format !== undefined && { format: schema.format }),
  takesEmpty: (schema.minLength ?? 0) === 0 && schema.format === undefined && fits(schema.pattern, ''),
  isSecret: schema.writeOnly === true,
  isLong: longNames.has(name) || (schema.maxLength ?? 0) > LONG,
})

/** Whether a text matches a pattern. A pattern that RE2 cannot read matches nothing. */
const fits = (pattern: string | undefined, text: string): boolean =>
  pattern === undefined || matchHere(pattern, 'any')?.(text) === true

function listOf(items: JsonSchema | undefined): SchemaField {
  const item = items && fieldOf(items)
  if (item?.kind === 'text' || item?.kind === 'choice' || item?.kind === 'number') return { kind: 'list', item }
  return item?.kind === 'group' ? { kind: 'items', item } : { kind: 'json' }
}

function objectOf(schema: JsonSchema): SchemaField {
  const { properties, required = [] } = schema
  if (properties) return { kind: 'group', members: membersOf(properties, required) }
  const values = valuesOf(schema)
  const value = values && fieldOf(values)
  return value?.kind === 'text' ? { kind: 'map', value } : { kind: 'json' }
}

/** The members of an object: those that are required come first. */
function membersOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): Member[] {
  const members = Object.entries(properties).map(([name, schema]): Member => {
    const { description: hint } = schema
    const isRequired = required.includes(name)
    return { name, label: labelOf(name), ...(hint && { hint }), isRequired, field: fieldOf(schema, name) }
  })
  return [...members.filter(({ isRequired }) => isRequired), ...members.filter(({ isRequired }) => !isRequired)]
}

function unionOf(schemas: readonly JsonSchema[], name: string): SchemaField {
  const arms = schemas.map((schema): Arm => {
    const field = fieldOf(schema, name)
    return { label: armLabel(schema, field), field, blank: blankOf(schema) }
  })
  const isTold = new Set(arms.map(({ label }) => label)).size === arms.length
  return isTold && arms.every(({ field }) => field.kind !== 'json') ? { kind: 'union', arms } : { kind: 'json' }
}

const words = {
  ...{ text: 'One', choice: 'One of a few', number: 'Number', flag: 'Yes or no', list: 'Several', items: 'Several' },
  ...{ map: 'Names and values', instant: 'Date', group: 'Object', union: 'Other', json: 'JSON' },
} as const satisfies Record<SchemaField['kind'], string>

/** The name of a form: the constant that only it has, such as `type: "text"`, or else what it is. */
function armLabel({ properties = {} }: JsonSchema, { kind }: SchemaField): string {
  const told = constantsOf(properties)[0]
  return told ? String(told[1]) : words[kind]
}

/** The members that can have one value only. */
const constantsOf = (properties: Readonly<Record<string, JsonSchema>>): [name: string, value: unknown][] =>
  Object.entries(properties).flatMap(([name, { const: only, enum: values = [only] }]): [string, unknown][] =>
    values.length === 1 && values[0] !== undefined ? [[name, values[0]]] : [],
  )

/** The least value of a schema: that of a form which was just chosen. */
function blankOf({ type, properties = {}, const: only, enum: values = [only] }: JsonSchema): unknown {
  if (values[0] !== undefined) return values[0]
  if (type === 'array') return []
  if (type === 'object') return Object.fromEntries(constantsOf(properties))
  return type === 'boolean' ? false : type === 'string' ? '' : undefined
}
