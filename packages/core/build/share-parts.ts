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
const SHORTEST = 400

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
  for (const schema of schemas) mapParts(schema, count)
  return { schemas: schemas.map((schema) => mapParts(schema, share)), parts }
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
