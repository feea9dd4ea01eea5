import { isObject } from '../../machine/json/json.ts'

/** An argument as a row of a table. */
export interface ArgumentRow {
  /** The path to the argument: `retry.limit`, `paths[].predicate`; empty if the value itself is the argument. */
  readonly name: string
  readonly isRequired: boolean
  /** The type in terms of JSON Schema: `integer, 0 to 15`. */
  readonly type: string
  readonly description: string
}

/** Returns the arguments described by a JSON Schema. Nested members follow the member that contains them. */
export function argumentRows(schema: object): ArgumentRow[] {
  const { properties } = schema as Shape
  return properties ? rowsOf(schema, '') : [rowOf(schema, '', true)]
}

interface Shape {
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly format?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
}

function rowsOf({ properties = {}, required = [] }: Shape, way: string): ArgumentRow[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = way + name
    return [rowOf(member, path, required.includes(name)), ...membersOf(member, path)]
  })
}

function membersOf({ properties, items, ...rest }: Shape, path: string): ArgumentRow[] {
  if (properties) return rowsOf({ properties, ...rest }, `${path}.`)
  return items?.properties ? rowsOf(items, `${path}[].`) : []
}

const rowOf = (schema: Shape, name: string, isRequired: boolean): ArgumentRow => ({
  name,
  isRequired,
  type: [typeOf(schema), ...limitsOf(schema)].join(', '),
  description: schema.description ?? '',
})

function typeOf({ title, type, enum: values, const: value, anyOf, items }: Shape): string {
  if (values) return values.map((one) => JSON.stringify(one)).join(' or ')
  if (value !== undefined) return JSON.stringify(value)
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (title === 'Node') return 'node'
  if (type === 'array') return isObject(items) && Object.keys(items).length > 0 ? `array of ${typeOf(items)}` : 'array'
  if (type === undefined) return 'any JSON'
  return typeof type === 'string' ? type : type.join(' or ')
}

function limitsOf({ minimum, maximum, minItems, format, default: otherwise }: Shape): string[] {
  const range = [
    ...(minimum !== undefined && maximum === undefined ? [`at least ${minimum}`] : []),
    ...(minimum === undefined && maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
  ]
  return [
    ...range,
    ...(minItems ? [`at least ${minItems}`] : []),
    ...(format ? [format] : []),
    ...(otherwise === undefined ? [] : [`default ${JSON.stringify(otherwise)}`]),
  ]
}
