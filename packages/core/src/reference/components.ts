import { apiKeySchema } from '../access/api-key.ts'
import { userSchema } from '../access/user.ts'
import { configSchema } from '../configs/config.ts'
import { errorTemplateSchema } from '../error-pages/error-template.ts'
import { changeEventSchema } from '../events/event.ts'
import { experimentSchema } from '../experiments/experiment.ts'
import { featureSchema } from '../features/feature.ts'
import type { JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import { importResult, jsonPatch } from '../records/contract.ts'
import type { TSchema } from '../schema.ts'
import { scriptSchema } from '../scripts/script.ts'

/** The schemas that have a name of their own in documents. */
const named: Readonly<Record<string, TSchema>> = {
  Feature: featureSchema,
  Config: configSchema,
  Experiment: experimentSchema,
  Script: scriptSchema,
  ApiKey: apiKeySchema,
  User: userSchema,
  ErrorTemplate: errorTemplateSchema,
  ChangeEvent: changeEventSchema,
  JsonPatch: jsonPatch,
  ImportResult: importResult,
}

/** Schemas as a document refers to them, and those that it has to carry. */
export interface Components {
  /** A schema with every named one in it as a reference. */
  refer(schema: TSchema): JsonObject
  /** The named schemas that were referred to, by name. */
  schemas(): JsonObject
}

/** Collects the schemas that a document uses. */
export function collectComponents(): Components {
  const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]))
  const schemas: JsonObject = {}

  function refer(schema: unknown): JsonObject {
    const name = names.get(schema)
    if (name === undefined) return copy(schema as JsonObject)
    if (!Object.hasOwn(schemas, name)) {
      schemas[name] = {}
      schemas[name] = isUnion(schema) ? unionOf(name, schema) : copy(schema as JsonObject)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Alternatives are schemas of their own: what a discriminator tells apart has to have names. */
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
    return copied.type === 'array' && copied.items === undefined ? { ...copied, items: {} } : copied
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

const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

interface Union {
  readonly oneOf: readonly { readonly properties: Readonly<Record<string, { readonly const?: unknown }>> }[]
  readonly discriminator: { readonly propertyName: string }
}

const isUnion = (schema: unknown): schema is Union => isObject(schema) && 'oneOf' in schema && 'discriminator' in schema
