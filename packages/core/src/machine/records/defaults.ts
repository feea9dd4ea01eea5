import { copyJson, isObject, type JsonObject, own, setOwn } from '../json/json.ts'
import { alternativeOf } from '../schema/alternative.ts'
import type { TSchema } from '../schema/schema.ts'

/** The part of a schema with the default values. */
interface Shape {
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly const?: unknown
  readonly oneOf?: readonly Shape[]
  readonly discriminator?: { readonly propertyName: string }
}

/**
 * Adds the defaults of a schema to a value at any depth, with members in the order of the schema. The value itself is
 * not changed, and parts that do not fit the schema stay as they are.
 */
export const withSchemaDefaults = <T>(schema: TSchema, value: T): T => complete(schema as Shape, value) as T

/** The defaults of the members that a record lacks. */
export function missingMembers(schema: TSchema, record: object): JsonObject {
  const { properties = {} } = alternativeOf(schema as Shape, record)
  const missing = Object.entries(properties).filter(
    ([name, member]) => member.default !== undefined && !Object.hasOwn(record, name),
  )
  return Object.fromEntries(missing.map(([name, member]) => [name, complete(member, copyJson(member.default))]))
}

function complete(sent: Shape, value: unknown): unknown {
  if (!hasDefaults(sent)) return value
  const { items, properties } = alternativeOf(sent, value)
  if (Array.isArray(value)) return items ? value.map((item) => complete(items, item)) : value
  if (!isObject(value) || !properties) return value
  const whole: JsonObject = {}
  for (const [name, member] of Object.entries(properties)) {
    const given = own(value, name)
    if (given !== undefined) whole[name] = complete(member, given)
    else if (member.default !== undefined) whole[name] = complete(member, copyJson(member.default))
  }
  for (const name of Object.keys(value)) if (!Object.hasOwn(properties, name)) setOwn(whole, name, own(value, name))
  return whole
}

const known = new WeakMap<Shape, boolean>()

/** Whether a schema contains a default anywhere. Others need not be walked. */
function hasDefaults(shape: Shape): boolean {
  const found = known.get(shape)
  if (found !== undefined) return found
  const { properties = {}, items, oneOf = [] } = shape
  const within = [...Object.values(properties), ...oneOf, ...(items ? [items] : [])]
  const has = within.some((one) => one.default !== undefined || hasDefaults(one))
  known.set(shape, has)
  return has
}
