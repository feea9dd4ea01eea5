import { problem, SignalboxError } from '../errors/errors.ts'

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
export const copyJson = (value: unknown, schema?: Shape): unknown => copyOf(value, { schema, at: undefined, depth: 0 })

/** Where a value is: in the object or array at `within`, under a name. `undefined` for the whole value. */
type Place = { readonly within: Place; readonly name: string | number } | undefined

interface Copying {
  readonly schema: Shape | undefined
  readonly at: Place
  readonly depth: number
}

function copyOf(value: unknown, { schema, at, depth }: Copying): unknown {
  if (typeof value !== 'object' || value === null) return copyScalar(value, at)
  if (depth === MAX_DEPTH) throw unfit(at, 'error.depth', `is nested deeper than ${MAX_DEPTH} levels: flatten it`)
  if (Array.isArray(value)) {
    const items = schema?.items
    const copy: unknown[] = []
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i] ?? null
      copy.push(isScalar(item) ? item : copyOf(item, { schema: items, at: { within: at, name: i }, depth: depth + 1 }))
    }
    return copy
  }
  if (typeof (value as JsonObject).toJSON === 'function')
    return copyOf((value as { toJSON(): unknown }).toJSON(), { schema, at, depth: depth + 1 })
  return copyObject(value as JsonObject, { schema, at, depth: depth + 1 })
}

/** Whether a value is its own copy. Most are, and need no place. */
const isScalar = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  value === null ||
  (typeof value === 'number' && Number.isFinite(value) && value !== 0)

function copyScalar(value: unknown, at: Place): unknown {
  if (isScalar(value)) return value
  if (value === 0) return 0 // JSON has no -0
  const given = typeof value === 'number' || value === undefined ? value : `a ${typeof value}`
  throw unfit(at, 'error.type', `is ${given}, which JSON cannot represent`)
}

function copyObject(value: JsonObject, { schema, at, depth }: Copying): JsonObject {
  const copy: JsonObject = {}
  const known = schema && propertiesOf(schema)
  const copyMember = (name: string, shape: Shape | undefined): unknown => {
    const member = value[name]
    return isScalar(member) ? member : copyOf(member, { schema: shape, at: { within: at, name }, depth })
  }
  for (const name in known)
    if (
      Object.hasOwn(value, name) &&
      value[name] !== undefined &&
      !(known[name]!.readOnly && !known[name]!['x-stored'])
    )
      copy[name] = copyMember(name, known[name])
  for (const name of Object.keys(value))
    if (!(known && Object.hasOwn(known, name)) && value[name] !== undefined)
      setOwn(copy, name, copyMember(name, undefined))
  return copy
}

/** Escapes a name as one step of a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name

/** What a copy reads of a schema. Any `TSchema` fits. */
interface Shape {
  readonly type?: unknown
  readonly '~unsafe'?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly oneOf?: readonly Shape[]
  readonly items?: Shape
  readonly readOnly?: boolean
  readonly 'x-stored'?: boolean
}

const properties = new WeakMap<object, Readonly<Record<string, Shape>>>()

/** The members that a schema declares: its own, then its alternatives'. */
function propertiesOf(schema: Shape): Readonly<Record<string, Shape>> {
  const found = properties.get(schema)
  if (found) return found
  const { properties: direct = {}, oneOf = [] } = schema
  const all = Object.assign({}, direct, ...oneOf.map((one) => propertiesOf(one)), direct)
  properties.set(schema, all)
  return all
}

function unfit(at: Place, message: string, text: string): SignalboxError {
  const path = pointerOf(at)
  return new SignalboxError('INVALID', `The value${path && ` at ${path}`} ${text}`, {
    fieldErrors: { [path]: [problem(message)] },
  })
}

function pointerOf(at: Place): string {
  let path = ''
  for (let one = at; one; one = one.within) path = `/${escapePointer(String(one.name))}${path}`
  return path
}
