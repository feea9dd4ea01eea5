import { isObject, setOwn } from '@signalbox/core/gateway'
import { type Follow, listOf, objectOf, textOf } from './read-operations.ts'
import type { Content } from './read-parts.ts'
import { partsIn } from './schema-rows.ts'
import { cut, shortened } from './values.ts'

/** How large an example may be. */
export interface ExampleBounds {
  readonly depth: number
  readonly values: number
  /** Whether members that may be absent are left out, as long as others are there. */
  readonly isShort?: boolean
}

/** An example of a content: the one of the document, or else one made of its schema. */
export const exampleOf = ({ schema, example }: Content, follow: Follow, bounds: ExampleBounds): unknown =>
  example === undefined ? madeOf(schema, follow, bounds) : shortened(example, bounds)

/** A value made from the types of a schema. It ignores other rules, such as `pattern` and `minItems`. */
export function madeOf(schema: unknown, follow: Follow, { depth, values, isShort = false }: ExampleBounds): unknown {
  let left = values
  const make = (given: unknown, level: number, on: ReadonlySet<string>): unknown => {
    left--
    const reference = isObject(given) ? textOf(given.$ref) : ''
    if (level <= 0 || left <= 0 || on.has(reference)) return undefined
    const inside = reference === '' ? on : new Set([...on, reference])
    const one = objectOf(follow(given))
    const known = knownValue(one)
    if (known !== undefined) return shortened(known, { depth: level, values: Math.max(1, left) })
    const parts = partsIn(one, follow)
    const type = parts.map(typeIn).find((word) => word !== '') ?? ''
    if (type === 'array') {
      const item = make(objectOf(one.items), level - 1, inside)
      return item === undefined ? [] : [item]
    }
    if (type === 'object') {
      const object = {}
      const required = new Set(parts.flatMap((part) => listOf(part.required)))
      const members = parts.flatMap((part) => Object.entries(objectOf(part.properties)))
      const chosen = isShort && required.size > 0 ? members.filter(([name]) => required.has(name)) : members
      for (const [name, member] of chosen.slice(0, isShort ? 8 : 40)) {
        if (left <= 0) break
        const value = make(member, level - 1, inside)
        if (value !== undefined) setOwn(object, name, value)
      }
      return object
    }
    if (type !== '') return byType(type, one.format)
    const [alternative] = [...listOf(one.oneOf), ...listOf(one.anyOf)]
    return alternative === undefined ? undefined : make(alternative, level - 1, inside)
  }
  return make(schema, depth, new Set())
}

/** A value that the schema itself names. */
function knownValue(schema: Readonly<Record<string, unknown>>): unknown {
  const { example, examples, default: fallback, const: only, enum: values } = schema
  return example ?? listOf(examples)[0] ?? only ?? fallback ?? listOf(values)[0]
}

function typeIn({ type, properties, items }: Readonly<Record<string, unknown>>): string {
  const [first] = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string' && one !== 'null')
  if (typeof first === 'string') return first
  return isObject(properties) ? 'object' : isObject(items) ? 'array' : ''
}

function byType(type: string, format: unknown): unknown {
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  return typeof format === 'string' && Object.hasOwn(texts, format) ? texts[format] : 'text'
}

const texts: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'me@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
}

/** An example as text: JSON, or the text itself. */
export const exampleText = (value: unknown): string =>
  cut(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''), 4000)
