import { isObject, type JsonObject } from '@signalbox/core/gateway'
import { type Follow, listOf, objectOf, textOf } from './read-operations.ts'
import { shownValue } from './values.ts'

/** The type of a schema in words: `array of Order`, `string (date-time)`. References are named, not followed. */
export function typeOf(schema: unknown, follow: Follow, depth = 0): string {
  if (schema === false) return 'nothing'
  if (!isObject(schema)) return 'any'
  const reference = textOf(schema.$ref)
  if (reference !== '') {
    const name = nameOf(reference)
    const target = objectOf(follow(schema))
    const simple = isObject(target.properties) ? '' : simpleType(target)
    return simple === '' || simple === 'object' ? name : `${simple} (${name})`
  }
  if (isObject(schema.items) && depth < 4) return `array of ${typeOf(schema.items, follow, depth + 1)}`
  const simple = simpleType(schema)
  if (simple !== '') return simple
  for (const [word, between] of [
    ['oneOf', ' or '],
    ['anyOf', ' or '],
    ['allOf', ' and '],
  ] as const) {
    const all = listOf(schema[word])
    if (all.length > 0 && depth < 3) {
      const shown = [...new Set(all.slice(0, 6).map((one) => typeOf(one, follow, depth + 1)))]
      return `${shown.join(between)}${all.length > 6 ? `${between}${all.length - 6} more` : ''}`
    }
  }
  if (isObject(schema.properties) || isObject(schema.additionalProperties)) return 'object'
  return schema.enum || Object.hasOwn(schema, 'const') ? 'value' : 'any'
}

function simpleType({ type, format, nullable }: JsonObject): string {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string')
  const all = nullable === true && !types.includes('null') && types.length > 0 ? [...types, 'null'] : types
  const words = all.slice(0, 8).join(' or ')
  return words !== '' && typeof format === 'string' && format !== '' ? `${words} (${format})` : words
}

/** What a schema asks of a value besides its type, each with its values. */
export function factsOf(schema: JsonObject): readonly (readonly [name: string, values: readonly string[]])[] {
  const values = listOf(schema.enum)
  const { discriminator } = schema
  const facts: [string, readonly string[]][] = []
  if (values.length > 0)
    facts.push([
      'One of',
      [...values.slice(0, MOST_VALUES), ...(values.length > MOST_VALUES ? ['…'] : [])].map(shownValue),
    ])
  const add = (name: string, value: unknown) => {
    if (value !== undefined && value !== null) facts.push([name, [shownValue(value)]])
  }
  add('Always', Object.hasOwn(schema, 'const') ? schema.const : undefined)
  add('Default', schema.default)
  for (const [name, members] of ranges) {
    const bounds = members.flatMap(([word, member]) => {
      const value = schema[member]
      return typeof value === 'number' ? [`${word} ${value}`] : []
    })
    if (bounds.length > 0) facts.push([name, bounds])
  }
  add('Pattern', schema.pattern)
  const by = typeof discriminator === 'string' ? discriminator : textOf(objectOf(discriminator).propertyName)
  if (by !== '') facts.push(['Discriminator', [by]])
  return facts
}

const ranges = [
  [
    'Value',
    [
      ['at least', 'minimum'],
      ['more than', 'exclusiveMinimum'],
      ['at most', 'maximum'],
      ['less than', 'exclusiveMaximum'],
    ],
  ],
  [
    'Characters',
    [
      ['at least', 'minLength'],
      ['at most', 'maxLength'],
    ],
  ],
  [
    'Items',
    [
      ['at least', 'minItems'],
      ['at most', 'maxItems'],
    ],
  ],
] as const

/** The most values of an enumeration that are shown. */
const MOST_VALUES = 20

/** What may be said of a member in a word. */
export const marksOf = ({ readOnly, writeOnly, deprecated }: JsonObject): readonly string[] => [
  ...(readOnly === true ? ['only in responses'] : []),
  ...(writeOnly === true ? ['only in requests'] : []),
  ...(deprecated === true ? ['deprecated'] : []),
]

/** The name of what a reference leads to: its last part. */
export function nameOf(reference: string): string {
  const last = reference.slice(0, 500).split(/[/#]/).at(-1) || reference.slice(0, 100)
  try {
    return decodeURIComponent(last).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return last
  }
}
