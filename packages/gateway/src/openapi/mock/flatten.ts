import { isObject, type JsonObject } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../../documents/document.ts'
import { below } from '../../documents/pointer.ts'

/** A schema merged with its `allOf` and with one schema of each choice. */
export interface FlatSchema {
  /** The keywords that limit a value; of several, the last. */
  readonly keywords: JsonObject
  readonly types: readonly string[]
  /** Pointers to the schemas of members. */
  readonly members: ReadonlyMap<string, string>
  readonly required: ReadonlySet<string>
  /** A pointer to the schema of items, of the first items, and of further members. */
  readonly items?: string
  readonly first: readonly string[]
  readonly further?: string
  /** How many schemas can be chosen from. */
  readonly choices: number
  /** Pointers to the schemas that are part of it. */
  readonly parts: readonly string[]
}

type Growing = { -readonly [K in keyof FlatSchema]: FlatSchema[K] } & {
  keywords: Record<string, unknown>
  members: Map<string, string>
  required: Set<string>
  first: string[]
  parts: string[]
}

const MOST_LEVELS = 12

/** Flattens the schema at a pointer, with the given one of each choice. Throws a `DocumentFault` for lost references. */
export function flatten(document: OpenApiDocument, pointer: string, choice: number): FlatSchema {
  const flat: Growing = {
    keywords: {},
    types: [],
    members: new Map(),
    required: new Set(),
    first: [],
    choices: 1,
    parts: [],
  }

  function add(from: string, level: number): void {
    const { value, pointer: at } = document.at(from)
    if (!isObject(value) || level > MOST_LEVELS || flat.parts.includes(at)) return
    flat.parts.push(at)
    if (Array.isArray(value.allOf)) for (const i of value.allOf.keys()) add(below(at, 'allOf', i), level + 1)
    for (const keyword of ['oneOf', 'anyOf']) {
      const list = value[keyword]
      if (!Array.isArray(list) || list.length === 0) continue
      flat.choices = Math.max(flat.choices, list.length)
      add(below(at, keyword, choice % list.length), level + 1)
    }
    const { type, properties, required, items, prefixItems, additionalProperties } = value
    const types = [type].flat().filter((one): one is string => typeof one === 'string')
    if (types.length > 0) flat.types = types
    for (const name of Object.keys(isObject(properties) ? properties : {}))
      flat.members.set(name, below(at, 'properties', name))
    if (Array.isArray(required)) for (const name of required) if (typeof name === 'string') flat.required.add(name)
    if (isObject(items)) flat.items = below(at, 'items')
    const firsts = Array.isArray(prefixItems) ? 'prefixItems' : Array.isArray(items) ? 'items' : undefined
    if (firsts) flat.first = (value[firsts] as readonly unknown[]).map((_, i) => below(at, firsts, i))
    if (isObject(additionalProperties)) flat.further = below(at, 'additionalProperties')
    for (const [keyword, one] of Object.entries(value)) if (limits.has(keyword)) flat.keywords[keyword] = one
  }

  add(pointer, 0)
  return flat
}

const limits: ReadonlySet<string> = new Set([
  ...['example', 'examples', 'default', 'const', 'enum', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
])
