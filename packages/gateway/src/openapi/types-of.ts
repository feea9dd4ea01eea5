import { isObject, type JsonObject } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../documents/document.ts'
import { below } from '../documents/pointer.ts'

/** What the text of a parameter can stand for: the types of a schema, and pointers to the schemas inside it. */
export interface TextTypes {
  readonly types: ReadonlySet<string>
  /** A pointer to the schema of items. */
  readonly items?: string
  /** Pointers to the schemas of members. */
  readonly members: Readonly<Record<string, string>>
}

/** The types of all schemas of a document, each found once. */
export const textTypes = (document: OpenApiDocument) => document.kept(key, createTextTypes)

const key = Symbol('types')
const MOST_LEVELS = 10

function createTextTypes(document: OpenApiDocument): (pointer: string) => TextTypes {
  const known = new Map<string, TextTypes>()

  function collect(
    pointer: string,
    into: { types: Set<string>; items?: string; members: Record<string, string> },
    level: number,
  ): void {
    const { value, pointer: at } = document.at(pointer)
    if (!isObject(value) || level > MOST_LEVELS) return
    for (const type of namesOf(value)) into.types.add(type)
    if (value.items !== undefined) into.items ??= below(at, 'items')
    for (const name of Object.keys(isObject(value.properties) ? value.properties : {}))
      if (!Object.hasOwn(into.members, name)) into.members[name] = below(at, 'properties', name)
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      if (Array.isArray(value[keyword]))
        for (const i of value[keyword].keys()) collect(below(at, keyword, i), into, level + 1)
  }

  return (pointer) => {
    const found = known.get(pointer)
    if (found) return found
    const made = { types: new Set<string>(), members: {} }
    collect(pointer, made, 0)
    known.set(pointer, made)
    return made
  }
}

/** The types that a schema names, or the types of the values that it lists. */
function namesOf({ type, enum: values, const: value, nullable, properties }: JsonObject): readonly string[] {
  const named = [type].flat().filter((one): one is string => typeof one === 'string')
  if (named.length > 0) return nullable === true ? [...named, 'null'] : named
  if (isObject(properties)) return ['object']
  const listed = [...(Array.isArray(values) ? values : []), ...(value === undefined ? [] : [value])]
  return listed.map((one) => (one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one))
}
