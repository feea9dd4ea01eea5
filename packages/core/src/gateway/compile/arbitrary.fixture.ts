import fc from 'fast-check'
import { setOwn } from '../../machine/json/json.ts'
import { formats } from '../../machine/schema/formats.ts'
import type { TSchema } from '../../machine/schema/schema.ts'
import { type ApiDefinition, apiDefinitionSchema, apiSchema, type GatewayApi } from '../apis/api.ts'
import { backendSchema, type StoredBackend } from '../backends/backend.ts'

/** The JSON Schema keywords that the schemas of APIs use. */
interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly propertyNames?: Shape
  readonly items?: Shape
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly oneOf?: readonly Shape[]
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly readOnly?: boolean
}

/** Ids that collide, and names that every object inherits. */
const ids = fc.constantFrom('a', 'b', 'c', 'default_plugin_chain', 'default_backend_client', '__proto__', 'toString')
const text = fc.oneof(
  ids,
  fc.constantFrom('/', '//', '/a', '/a/:id', '/a/:x', 'x.tld/a', 'https://y.tld//b/', 'GET', 'X-A', 'x-a'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
/** Unknown members, some with the names of members that only compiled routes have. */
const others = fc.oneof(text, fc.constantFrom('ref', 'stored', 'hidden', 'refusal', 'draft'))
const anyObject = fc.dictionary(others, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })

/** Valid texts of each format, in addition to random texts that happen to fit. */
const formatted: Readonly<Record<string, readonly string[]>> = {
  hostname: ['a.tld', '10.0.0.1', '::1'],
  domain: ['', 'x.tld', '*.x.tld', 'https://y.tld'],
  'header name': ['X-A', 'x-a'],
  'header value': ['v', ''],
  'http(s) URL': ['https://a.tld/keys'],
}

/** Any value that a schema accepts. */
function valid(schema: Shape): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(valid))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -100, max: schema.maximum ?? 100_000 })
    case 'number':
      return fc.integer({
        min: schema.minimum ?? -100,
        max: schema.maximum ?? Math.max(100_000, (schema.minimum ?? 0) + 1),
      })
    case 'array':
      return (schema.uniqueItems ? fc.uniqueArray : fc.array)(valid(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      })
    case 'object':
      return objectOf(schema)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function textOf({ pattern, format, minLength = 0 }: Shape): fc.Arbitrary<string> {
  if (format !== undefined)
    return fc
      .oneof(fc.constantFrom(...(formatted[format] ?? [])), text)
      .filter((one) => one.length >= minLength && formats[format]!(one))
  if (pattern === undefined) return text.filter(({ length }) => length >= minLength)
  const allowed = new RegExp(pattern, 'u')
  return fc.oneof(ids, fc.constantFrom('', '/', '/v1', '//v1/')).filter((one) => allowed.test(one))
}

function objectOf({ properties, required = [], patternProperties, propertyNames, additionalProperties }: Shape) {
  const [values] = Object.values(patternProperties ?? {})
  const names = propertyNames ? textOf(propertyNames) : text
  if (values) return fc.dictionary(names, valid(values), { maxKeys: 2 })
  const known = Object.entries(properties ?? {}).filter(([, schema]) => !schema.readOnly)
  const members = fc.record(Object.fromEntries(known.map(([name, schema]) => [name, valid(schema)])), {
    requiredKeys: [...required],
  })
  if (additionalProperties === false) return members
  return fc.tuple(anyObject, members).map(([others, record]) => {
    const open = { ...record }
    for (const name of Object.keys(others)) if (!Object.hasOwn(properties ?? {}, name)) setOwn(open, name, others[name])
    return open
  })
}

const arbitrary = <T>(schema: TSchema) => valid(schema as Shape) as fc.Arbitrary<T>

/** Any API that its schema accepts; it may break rules beyond the schema. */
export const anyApi = arbitrary<GatewayApi>(apiSchema)
/** Any definition that its schema accepts. */
export const anyDefinition = arbitrary<ApiDefinition>(apiDefinitionSchema)
/** Any stored backends. */
export const anyBackends: fc.Arbitrary<ReadonlyMap<string, StoredBackend>> = fc
  .array(fc.tuple(ids, arbitrary<StoredBackend>(backendSchema)), { maxLength: 3 })
  .map((entries) => new Map(entries))
