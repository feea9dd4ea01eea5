import { isObject, type JsonObject } from '../machine/json/json.ts'
import type { TSchema } from '../machine/schema/schema.ts'
import type { Named } from './named.ts'

/** Replaces named schemas by references, and collects them for the document. */
export interface Components {
  /** Returns a schema with every named schema in it replaced by a reference. */
  refer(schema: TSchema): JsonObject
  /** The named schemas referred to so far, by name. */
  schemas(): JsonObject
}

/** Creates a collector of the schemas that a document uses, from the named schemas. */
export function collectComponents(named: readonly Named[]): Components {
  /** Keyed by content: an optional schema is another object, but the same schema. */
  const known = new Map(named.map((one) => [JSON.stringify(one.schema), one]))
  const schemas: JsonObject = {}

  function refer(schema: unknown): JsonObject {
    const found = known.get(JSON.stringify(schema))
    if (found === undefined) return copy(schema as JsonObject)
    const { name, example, shown } = found
    const self = `#/components/schemas/${name}`
    if (!Object.hasOwn(schemas, name)) {
      schemas[name] = {}
      const described = isUnion(schema) ? unionOf(name, schema) : copy(shown?.(self) ?? (schema as JsonObject))
      schemas[name] = { ...described, examples: [example] }
    }
    return { $ref: self }
  }

  /** Turns the alternatives into named schemas, which a discriminator requires. */
  function unionOf(name: string, { oneOf, discriminator: { propertyName } }: Union): JsonObject {
    const mapping: Record<string, string> = {}
    const references = oneOf.map((alternative) => {
      const value = alternative.properties[propertyName]?.const as string
      const own = `${name}.${value}`
      schemas[own] = copy(alternative)
      mapping[value] = `#/components/schemas/${own}`
      return { $ref: mapping[value] }
    })
    return { oneOf: references, discriminator: { propertyName, mapping } }
  }

  function copy(schema: object): JsonObject {
    const copied = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, within(keyword, value)]),
    )
    if (copied.type === 'array' && copied.items === undefined) return { ...copied, items: {} }
    return isOpen(copied) ? { ...copied, additionalProperties: true } : copied
  }

  function within(keyword: string, value: unknown): unknown {
    if (byName.has(keyword) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, refer(schema)]))
    if (keyword === 'oneOf' || keyword === 'anyOf' || keyword === 'allOf') return (value as unknown[]).map(refer)
    if ((keyword === 'items' || keyword === 'additionalProperties') && isObject(value)) return refer(value)
    return value
  }

  return {
    refer,
    schemas: () => Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/**
 * Whether an object allows undeclared members. The document states it explicitly, since client generators assume the
 * opposite.
 */
const isOpen = ({ type, additionalProperties, patternProperties }: JsonObject): boolean =>
  type === 'object' && additionalProperties === undefined && patternProperties === undefined

const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

interface Union {
  readonly oneOf: readonly { readonly properties: Readonly<Record<string, { readonly const?: unknown }>> }[]
  readonly discriminator: { readonly propertyName: string }
}

const isUnion = (schema: unknown): schema is Union => isObject(schema) && 'oneOf' in schema && 'discriminator' in schema
