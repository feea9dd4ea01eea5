import { isObject, type JsonObject } from '@signalbox/core/gateway'
import { type Follow, listOf, objectOf, textOf } from './read-operations.ts'
import { nameOf, typeOf } from './type-words.ts'

/** A member of a schema, as a row of a table. */
export interface Row {
  /** From the root: `customer.addresses[].city`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly schema: JsonObject
  readonly depth: number
  /** Its own members. */
  readonly rows: Row[]
  /** Why its members are not shown; `undefined` if they are, or if it has none. */
  cut?: 'circular' | 'deep' | undefined
  /** How many of its members are left out. */
  left: number
}

/** How deep and how many rows of a schema are shown. */
export interface Bounds {
  readonly rows: number
  readonly depth: number
}

/** The references on the way to a schema: a circle is cut where it closes. */
interface Trail {
  readonly reference: string
  readonly before: Trail | undefined
}

interface Open {
  readonly row: Row
  readonly trail: Trail | undefined
}

/**
 * The rows of a schema, level by level until there are enough: each branch gets the same depth, whatever its size. References
 * that lead back are cut by name. The work is bounded, however large or deep the schema is.
 */
export function rowsOf(schema: unknown, follow: Follow, bounds: Bounds): Row {
  const root = enter('', { schema, isRequired: true, depth: 0, trail: undefined, follow })
  const open: Open[] = [root]
  let count = 0
  for (let next = open.shift(); next; next = open.shift()) {
    const { row, trail } = next
    if (row.cut) continue
    const children = membersOf(row.schema, follow)
    if (children.length === 0) continue
    const isFirst = row.depth === 0
    if (row.depth >= bounds.depth || (!isFirst && count + children.length > bounds.rows)) {
      row.cut = 'deep'
      continue
    }
    const shown = isFirst ? children.slice(0, bounds.rows) : children
    row.left = children.length - shown.length
    for (const { name, ...child } of shown) {
      const entered = enter(`${row.name}${name}`, { ...child, depth: row.depth + 1, trail, follow })
      row.rows.push(entered.row)
      open.push(entered)
    }
    count += shown.length
  }
  return root.row
}

interface Entering {
  readonly schema: unknown
  readonly isRequired: boolean
  readonly depth: number
  readonly trail: Trail | undefined
  readonly follow: Follow
}

function enter(name: string, { schema, isRequired, depth, trail, follow }: Entering): Open {
  let inside = trail
  let isCircular = false
  let node = schema
  // Arrays are entered as their items: `tags[]`.
  let brackets = ''
  for (let step = 0; step < MOST_STEPS; step++) {
    if (isObject(node) && typeof node.$ref === 'string') {
      const { $ref: reference } = node
      if (isOn(inside, reference)) {
        isCircular = true
        break
      }
      inside = { reference, before: inside }
      node = follow(node)
      continue
    }
    const items = isObject(node) ? itemsOf(node) : undefined
    if (items === undefined) break
    brackets += '[]'
    node = items
  }
  const found = objectOf(follow(node))
  const row: Row = {
    name: `${name}${brackets}`,
    type: typeOf(schema, follow),
    ...{ isRequired, depth, rows: [], left: 0 },
    schema: brackets === '' ? found : { ...found, ...ofList(objectOf(follow(schema))) },
    ...(isCircular && { cut: 'circular' as const }),
  }
  return { row, trail: inside }
}

/** The most references and arrays in a row. */
const MOST_STEPS = 20

/** What is said of a list itself, not of its items. */
const ofList = (list: JsonObject): JsonObject =>
  Object.fromEntries(
    ['title', 'description', 'default', 'minItems', 'maxItems', 'deprecated', 'readOnly', 'writeOnly'].flatMap(
      (name) => (Object.hasOwn(list, name) ? [[name, list[name]]] : []),
    ),
  )

const isOn = (trail: Trail | undefined, reference: string): boolean => {
  for (let one = trail; one; one = one.before) if (one.reference === reference) return true
  return false
}

const itemsOf = (schema: JsonObject): unknown => (isObject(schema.items) ? schema.items : undefined)

interface Member {
  /** What is added to the name of the parent. */
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

/** The members of a schema: its properties, the properties of its `allOf`, and its alternatives. */
function membersOf(schema: JsonObject, follow: Follow): readonly Member[] {
  const parts = partsIn(schema, follow)
  const required = new Set(parts.flatMap((part) => listOf(part.required)))
  const members = new Map<string, Member>()
  for (const part of parts) {
    for (const [name, one] of Object.entries(objectOf(part.properties)))
      members.set(`.${name}`, { name: `.${name}`, schema: one, isRequired: required.has(name) })
    if (isObject(part.additionalProperties) && Object.keys(part.additionalProperties).length > 0)
      members.set('.*', { name: '.*', schema: part.additionalProperties, isRequired: false })
    for (const word of ['oneOf', 'anyOf'] as const)
      for (const [i, one] of listOf(part[word]).entries())
        if (hasMembers(one, follow)) {
          const name = ` (${labelOf(one, i)})`
          members.set(`${name}${i}`, { name, schema: one, isRequired: false })
        }
  }
  return [...members.values()]
}

/** A schema and the parts of its `allOf`, of theirs too. */
export function partsIn(schema: unknown, follow: Follow): readonly JsonObject[] {
  const found = new Set<JsonObject>()
  const references = new Set<string>()
  const open: unknown[] = [schema]
  for (let i = 0; i < open.length && found.size < MOST_PARTS; i++) {
    const one = open[i]
    if (isObject(one) && typeof one.$ref === 'string') {
      if (references.has(one.$ref)) continue
      references.add(one.$ref)
    }
    const part = follow(one)
    if (!isObject(part) || found.has(part)) continue
    found.add(part)
    open.push(...listOf(part.allOf).slice(0, MOST_PARTS))
  }
  return [...found]
}

/** The most parts of one schema. */
const MOST_PARTS = 50

/** Whether an alternative has more to show than its type. */
function hasMembers(schema: unknown, follow: Follow): boolean {
  const one = objectOf(follow(schema))
  const inside = isObject(one.items) ? objectOf(follow(one.items)) : one
  return ['properties', 'allOf', 'oneOf', 'anyOf'].some((name) => Object.hasOwn(inside, name))
}

function labelOf(schema: unknown, i: number): string {
  const one = objectOf(schema)
  const reference = textOf(one.$ref)
  return reference === '' ? textOf(one.title) || `${i + 1}` : nameOf(reference)
}
