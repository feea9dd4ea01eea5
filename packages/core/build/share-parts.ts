import { fingerprintOf } from '../src/machine/schema/fingerprint.ts'
import type { TSchema } from '../src/machine/schema/schema.ts'

/** Schemas that refer to their common parts. */
export interface Shared {
  /** The given schemas, with references to shared parts. */
  readonly schemas: readonly TSchema[]
  /** The shared parts by name; they can refer to each other. */
  readonly parts: ReadonlyMap<string, TSchema>
}

/** Minimum size of a shared part in characters of JSON: shorter ones cost less inline than as a call. */
const SHORTEST = 90

/** Keywords that do not validate. Without them, more parts are equal. */
const annotations = new Set(['title', 'description', 'default', 'examples'])

const inMaps = new Set(['properties', 'patternProperties'])
const inLists = new Set(['anyOf', 'oneOf', 'allOf'])
const alone = new Set(['items', 'additionalProperties'])

/**
 * Extracts parts that occur in several places, so that their code is generated once. The schemas of an API, its draft,
 * its deployments and their uploads differ only in a few members.
 */
export function shareParts(schemas: readonly TSchema[]): Shared {
  const places = new Map<string, number>()
  const count = (schema: TSchema): TSchema => {
    const text = JSON.stringify(schema)
    const before = places.get(text) ?? 0
    places.set(text, before + 1)
    return before === 0 ? mapParts(schema, count) : schema
  }
  const parts = new Map<string, TSchema>()
  const share = (schema: TSchema): TSchema => {
    const text = JSON.stringify(schema)
    if (text.length < SHORTEST || places.get(text) === 1) return mapParts(schema, share)
    const name = `part-${fingerprintOf(schema)}`
    if (!parts.has(name)) parts.set(name, mapParts(schema, share))
    return { $ref: name }
  }
  const bare = schemas.map(toBare)
  for (const schema of bare) mapParts(schema, count)
  return { schemas: bare.map((schema) => mapParts(schema, share)), parts }
}

/** Removes what does not validate, and what a schema has already validated when it chooses one of its forms. */
function toBare(schema: TSchema): TSchema {
  const { oneOf: forms, ...rest } = mapParts(schema, toBare) as Form
  const { properties, required = [], discriminator } = rest
  const bare = Object.entries(rest).filter(([keyword]) => !annotations.has(keyword))
  return Object.fromEntries([
    ...bare,
    ...(forms ? [['oneOf', discriminator && properties ? forms.map(further) : forms]] : []),
  ])

  function further(form: Form): Form {
    const members = Object.entries(form.properties ?? {}).map(([name, part]) => [name, isKnown(name, part) ? {} : part])
    const missing = form.required?.filter((name) => !required.includes(name))
    return { ...form, properties: Object.fromEntries(members), ...(missing && { required: missing }) }
  }

  function isKnown(name: string, part: TSchema): boolean {
    return JSON.stringify(properties?.[name]) === JSON.stringify(part)
  }
}

/** A schema of objects, or one of its forms. */
interface Form extends TSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly discriminator?: object
  readonly oneOf?: readonly Form[]
}

/** Maps the direct subschemas of a schema. */
function mapParts(schema: TSchema, map: (part: TSchema) => TSchema): TSchema {
  const inside = ([keyword, value]: [string, unknown]): [string, unknown] => {
    if (typeof value !== 'object' || value === null) return [keyword, value]
    if (inMaps.has(keyword))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(part as TSchema)]))]
    if (inLists.has(keyword)) return [keyword, (value as TSchema[]).map(map)]
    return [keyword, alone.has(keyword) ? map(value as TSchema) : value]
  }
  return Object.fromEntries(Object.entries(schema).map(inside))
}
