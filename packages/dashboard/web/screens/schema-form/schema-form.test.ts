import { createCatalog, type JsonObject } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadMatching, matchHere } from '../../match/match-here.ts'
import { isSame } from '../../values/is-same.ts'
import { armOf, canShow, isObject } from './can-show.ts'
import type { SchemaField } from './field.ts'
import { type JsonSchema, valuesOf } from './json-schema.ts'
import { fieldOf, groupOf } from './read-schema.ts'
import { defaultOf, readTyped, typed, withSetting } from './written.ts'

beforeAll(loadMatching)

const { plugins } = createCatalog()
const schemaOf = ({ configSchema }: (typeof plugins)[number]) => configSchema as JsonSchema

/** The paths of all members that a schema declares; `*` stands for items and free names. */
function declared(schema: JsonSchema, path = ''): string[] {
  const { properties = {}, items, anyOf = [], oneOf = anyOf } = schema
  const free = valuesOf(schema)
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [`${path}/${name}`, ...declared(one, `${path}/${name}`)]),
    ...(items ? declared(items, `${path}/*`) : []),
    ...(free ? [`${path}/*`, ...declared(free, `${path}/*`)] : []),
    ...oneOf.flatMap((one) => declared(one, path)),
  ]
}

/** The paths of all members that a form has a control for, and of those that are JSON only. */
function reached(field: SchemaField, path = ''): { controls: string[]; json: string[] } {
  const parts: [SchemaField, string][] =
    field.kind === 'group'
      ? field.members.map(({ name, field: one }) => [one, `${path}/${name}`])
      : field.kind === 'items'
        ? [[field.item, `${path}/*`]]
        : field.kind === 'map'
          ? [[field.value, `${path}/*`]]
          : field.kind === 'union'
            ? field.arms.map((arm) => [arm.field, path])
            : []
  const inside = parts.map(([one, at]) => reached(one, at))
  return {
    controls: [...parts.map(([, at]) => at), ...inside.flatMap(({ controls }) => controls)],
    json: [...(field.kind === 'json' ? [path] : []), ...inside.flatMap(({ json }) => json)],
  }
}

/** What a form writes for a value when everything in it is typed again, member by member. */
function retyped(field: SchemaField, value: unknown, { isRequired = false, byDefault }: Retyped = {}): unknown {
  if (value === undefined || !canShow(field, value)) return value
  switch (field.kind) {
    case 'text':
    case 'choice':
    case 'number':
      return readTyped(field, typed(value), isRequired)
    case 'list':
      return (value as unknown[]).map((item) => readTyped(field.item, typed(item), true))
    case 'items':
      return (value as unknown[]).map((item) => retyped(field.item, item))
    case 'group':
      return field.members.reduce<Readonly<Record<string, unknown>>>(
        (object, member) => {
          const { name, isRequired, field: one } = member
          const given = { isRequired, byDefault: defaultOf(byDefault, name), field: one }
          return object[name] === undefined
            ? object
            : withSetting(object, { name, ...given }, retyped(one, object[name], given))
        },
        value as Readonly<Record<string, unknown>>,
      )
    case 'union':
      return retyped(field.arms[armOf(field.arms, value)!]!.field, value, { isRequired: true })
    default:
      return value
  }
}

interface Retyped {
  readonly isRequired?: boolean
  readonly byDefault?: unknown
}

/** A configuration with its defaults, as the service fills them in. */
const filled = (defaults: unknown, value: unknown): unknown =>
  isObject(defaults) && isObject(value)
    ? Object.fromEntries(
        [...new Set([...Object.keys(defaults), ...Object.keys(value)])].map((name) => [
          name,
          filled(defaults[name], value[name]),
        ]),
      )
    : (value ?? defaults)

const samples: Readonly<Record<string, readonly string[]>> = {
  'header name': ['X-Tenant', 'Accept'],
  'header value': ['a b', '${consumer.id}'],
  'http(s) URL': ['https://keys.example/jwks'],
  'http(s) URL or path': ['/other', 'https://b.example/${path}'],
  'hostname[:port]': ['b.internal:8080'],
  'IP address or range': ['10.0.0.0/8', '10.0.*'],
  base64: ['aGk='],
}

/** Values that fit a schema of the catalog. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const {
    type,
    enum: values,
    anyOf,
    properties,
    required = [],
    items,
    format,
    minimum = 0,
    maximum = minimum + 99_999,
  } = schema
  if (anyOf) return fc.oneof(...anyOf.map(fitting))
  if (values) return fc.constantFrom(...values)
  const free = valuesOf(schema)
  if (properties)
    return fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fitting(one)])), {
      requiredKeys: [...required],
    })
  if (free) return fc.dictionary(fc.constantFrom('X-A', 'X-B', '__proto__', 'a/b~c'), fitting(free))
  if (type === 'array') return fc.array(fitting(items ?? {}), { minLength: 1, maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum })
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  if (type === 'object') return fc.dictionary(fc.string(), fc.jsonValue())
  return format ? fc.constantFrom(...samples[format]!) : fc.constantFrom('a', 'GET', '*', 'https://a.example', '^x$')
}

describe.for(plugins.map((plugin) => [plugin.name, plugin] as const))('the form of %s', ([, plugin]) => {
  const form = groupOf(schemaOf(plugin))

  it('has a control for each member, or edits it as JSON', () => {
    expect(form).toBeDefined()
    const { controls, json } = reached(form!)
    const missing = declared(schemaOf(plugin)).filter((path) => !controls.includes(path))
    expect(missing.filter((path) => !json.some((one) => path.startsWith(`${one}/`)))).toEqual([])
  })

  it('shows the default configuration, and writes nothing for it', () => {
    const { defaultConfig } = plugin
    for (const { name, field } of form!.members) expect(canShow(field, defaultOf(defaultConfig, name)), name).toBe(true)
    expect(retyped(form!, defaultConfig, { byDefault: defaultConfig })).toEqual({})
  })

  it('keeps every configuration that is typed again, with members that it does not know', () => {
    const { defaultConfig } = plugin
    const isValid = (some: unknown) => Object.keys(plugin.check(filled(defaultConfig, some) as JsonObject)).length === 0
    expect(fc.sample(fitting(schemaOf(plugin)), 500).some(isValid)).toBe(true)
    fc.assert(
      fc.property(
        fitting(schemaOf(plugin)),
        fc.dictionary(fc.constantFrom('other', '__proto__'), fc.jsonValue()),
        (some, unknown) => {
          const config = Object.fromEntries([...Object.entries(some as object), ...Object.entries(unknown)])
          const written = retyped(form!, config, { byDefault: defaultConfig })
          expect(isSame(filled(defaultConfig, written), filled(defaultConfig, config)), JSON.stringify(config)).toBe(
            true,
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

it('few members of the catalog are edited as JSON only', () => {
  const found = plugins.flatMap((plugin) =>
    reached(groupOf(schemaOf(plugin))!).json.map((path) => `${plugin.name}: ${path}`),
  )
  expect(found).toEqual(['API keys: /metadata', 'Feature gate: /context'])
})

describe('a field', () => {
  const value = fc.jsonValue().map((some): unknown => JSON.parse(JSON.stringify(some))) // JSON has no -0

  it('shows a value as it is, or leaves it to JSON, whatever it is', () => {
    const schemas: JsonSchema[] = [
      { type: 'string' },
      { type: 'string', minLength: 1 },
      { enum: ['a', 1, true] },
      { type: 'number' },
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'integer' } },
    ]
    fc.assert(
      fc.property(fc.constantFrom(...schemas), value, (schema, some) => {
        const field = fieldOf(schema)
        if (canShow(field, some) && some !== '') expect(retyped(field, some, { isRequired: true })).toEqual(some)
      }),
    )
  })

  it('takes an empty text where the pattern of a plugin does, as the service reads it', () => {
    const patterns = plugins.flatMap(({ configSchema }) =>
      [...JSON.stringify(configSchema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]): string =>
        JSON.parse(text!),
      ),
    )
    expect(patterns.length).toBeGreaterThan(5)
    for (const pattern of new Set(patterns))
      expect([pattern, matchHere(pattern, 'any')?.('') ?? false]).toEqual([pattern, new RegExp(pattern, 'u').test('')])
  })

  it.for<[string, JsonSchema, SchemaField['kind']]>([
    ['a reference', { $ref: '#/x' } as JsonSchema, 'json'],
    ['several schemas at once', { allOf: [{ type: 'string' }] } as JsonSchema, 'json'],
    ['several types', { type: ['string', 'null'] }, 'json'],
    ['a list of lists', { type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'json'],
    ['numbers by name', { type: 'object', additionalProperties: { type: 'number' } }, 'json'],
    ['texts by name', { type: 'object', additionalProperties: { type: 'string' } }, 'map'],
    ['two kinds of text', { anyOf: [{ type: 'string' }, { type: 'string', format: 'date' }] }, 'json'],
    ['a text or a list', { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, 'union'],
    ['a list of objects', { type: 'array', items: { type: 'object', properties: {} } }, 'items'],
    ['anything', {}, 'json'],
  ])('of %s', ([, schema, kind]) => {
    expect(fieldOf(schema).kind).toBe(kind)
  })

  it('of a union told by a constant has the form whose constant the value has', () => {
    const form = (type: string, rest: object): JsonSchema => ({
      type: 'object',
      properties: { type: { const: type }, ...rest },
      required: ['type'],
    })
    const field = fieldOf({
      oneOf: [form('basic', { user: { type: 'string' } }), form('token', { token: { type: 'string' } })],
    })
    if (field.kind !== 'union') throw new Error(field.kind)
    expect(field.arms.map(({ label, blank }) => [label, blank])).toEqual([
      ['basic', { type: 'basic' }],
      ['token', { type: 'token' }],
    ])
    expect(armOf(field.arms, { type: 'token', token: 'x' })).toBe(1)
    expect(armOf(field.arms, 'x')).toBeUndefined()
  })
})

describe('a member', () => {
  const member = { name: 'burst', byDefault: 5, isRequired: false, field: { kind: 'number' } } as const

  it('that has its default is not written, and others stay', () => {
    expect(withSetting({ a: 1 }, member, 7)).toEqual({ a: 1, burst: 7 })
    expect(withSetting({ a: 1, burst: 7 }, member, 5)).toEqual({ a: 1 })
    expect(withSetting({ a: 1, burst: 7 }, member, undefined)).toEqual({ a: 1 })
  })

  it('that became an empty object is not written, unless it is required', () => {
    const group = { name: 'client', byDefault: undefined, isRequired: false, field: { kind: 'group' } } as const
    expect(withSetting({ client: { from: 'ip' } }, group, {})).toEqual({})
    expect(withSetting({}, { ...group, isRequired: true }, {})).toEqual({ client: {} })
  })
})
