import { choice, object, type TProperties, type TSchema, Type } from '../../machine/schema/schema.ts'
import { commonMembers, type NodeKind } from '../nodes/node.ts'

/**
 * Returns the schema of a node as it is written. Inner nodes and expressions may be anything; they are checked
 * separately.
 */
export function shapeOf(kind: NodeKind): TSchema {
  const known = shapes.get(kind)
  if (known) return known
  const members = { kind: choice([kind.name]), ...commonMembers.properties, ...(kind.args as Shape).properties }
  const shape = opened(object(members)) as TSchema
  shapes.set(kind, shape)
  return shape
}
const shapes = new WeakMap<NodeKind, TSchema>()

interface Shape extends TSchema {
  readonly properties: TProperties
}

/** Replaces the schemas of nodes and expressions by one that accepts anything. */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened)
  if (typeof schema !== 'object' || schema === null) return schema
  const { title } = schema as { title?: unknown }
  if (title === 'Node' || title === 'Expression') return Type.Unknown()
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, opened(part)]))
}
