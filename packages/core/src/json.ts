import { problem, SignalboxError } from './errors.ts'
import type { TSchema } from './schema.ts'

/** A JSON object, or an object about to become one. */
export type JsonObject = Record<string, unknown>

/** The deepest nesting of a value. Recursion over an accepted value is safe. */
export const MAX_DEPTH = 200

/** Whether a value is an object with members: not an array, not `null`. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object's own member, never an inherited one. `toString` and `__proto__` are ordinary names. */
export const own = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined

/** Sets a member as plain data, `__proto__` included. */
export function setOwn(object: object, name: string, value: unknown): void {
  if (name !== '__proto__') (object as JsonObject)[name] = value
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

/**
 * A deep copy as JSON would make it: calls `toJSON`, leaves out `undefined` members. Members that the schema declares
 * come first, in its order; members that it marks `readOnly` are dropped, unless they are stored. Throws INVALID with the
 * pointer of a value that JSON cannot hold, or that is nested deeper than `MAX_DEPTH`.
 */
export function copyJson(value: unknown, schema?: TSchema, path = '', depth = 0): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value)) return value === 0 ? 0 : value // JSON has no -0
      break
    case 'object':
      if (value === null) return null
      if (depth === MAX_DEPTH) throw unfit(path, 'error.depth', `is nested deeper than ${MAX_DEPTH} levels: flatten it`)
      if (Array.isArray(value)) {
        const items = (schema as Shape | undefined)?.items
        return Array.from(value, (item, index) =>
          item === undefined ? null : copyJson(item, items, `${path}/${index}`, depth + 1),
        )
      }
      if (typeof (value as JsonObject).toJSON === 'function')
        return copyJson((value as { toJSON(): unknown }).toJSON(), schema, path, depth + 1)
      return copyObject(value as JsonObject, schema, path, depth + 1)
  }
  const given = typeof value === 'number' || value === undefined ? value : `a ${typeof value}`
  throw unfit(path, 'error.type', `is ${given}, which JSON cannot represent`)
}

function copyObject(value: JsonObject, schema: TSchema | undefined, path: string, depth: number): JsonObject {
  const copy: JsonObject = {}
  const known = schema && propertiesOf(schema)
  const names = Object.keys(value)
  for (const name in known)
    if (
      Object.hasOwn(value, name) &&
      value[name] !== undefined &&
      !(known[name]!.readOnly && !known[name]!['x-stored'])
    )
      copy[name] = copyJson(value[name], known[name] as TSchema, `${path}/${name}`, depth)
  for (const name of names)
    if (!(known && Object.hasOwn(known, name)) && value[name] !== undefined)
      setOwn(copy, name, copyJson(value[name], undefined, `${path}/${escapePointer(name)}`, depth))
  return copy
}

/** Escapes a name as one step of a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly oneOf?: readonly Shape[]
  readonly items?: TSchema
  readonly readOnly?: boolean
  readonly 'x-stored'?: boolean
}

const properties = new WeakMap<object, Readonly<Record<string, Shape>>>()

/** The members that a schema declares: its own, then those of its alternatives. */
function propertiesOf(schema: TSchema): Readonly<Record<string, Shape>> {
  const found = properties.get(schema)
  if (found) return found
  const { properties: direct = {}, oneOf = [] } = schema as Shape
  const all = Object.assign({}, direct, ...oneOf.map((one) => propertiesOf(one as TSchema)), direct)
  properties.set(schema, all)
  return all
}

const unfit = (path: string, message: string, text: string) =>
  new SignalboxError('INVALID', `The value${path && ` at ${path}`} ${text}`, {
    fieldErrors: { [path]: [problem(message)] },
  })
