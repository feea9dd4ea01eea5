import { expect, it } from 'vitest'
import { type TypedRecord, typeOfConfig } from './type-of-config.ts'

const split = (...values: readonly unknown[]) => ({
  split: values.map((value, i) => ({ name: `${i}`, weight: 1, value })),
})

const theme = {
  type: 'object',
  properties: { size: { type: 'integer' }, color: { enum: ['red', 'blue'] }, 'a-b': { type: ['string', 'null'] } },
  required: ['color'],
}

it.each<[what: string, config: TypedRecord, type: string]>([
  ['its value', { value: 3 }, 'number'],
  ['its parsed value', { value: '{"a":1}' }, '{ readonly a: number }'],
  ['its type by name', { value: '{"a":1}', type: 'string' }, 'string'],
  [
    'values of rules and splits',
    { value: 3, rules: [{ value: 'x' }, split(true, null)] },
    'string | number | boolean | null',
  ],
  [
    'values of an object',
    { type: 'object', value: { a: 1 }, rules: [{ value: { a: 2, b: 'x' } }] },
    '{ readonly a: number readonly b?: string }',
  ],
  ['values of a list', { type: 'array', value: [1], rules: [split([], ['x'])] }, 'ReadonlyArray<string | number>'],
  [
    'a schema',
    { value: {}, type: theme },
    '{ readonly "a-b"?: string | null readonly color: "red" | "blue" readonly size?: number }',
  ],
  ['a schema of a list', { value: [], type: { type: 'array', items: { const: 7 } } }, 'ReadonlyArray<7>'],
  [
    'a schema of alternatives',
    { value: 1, type: { anyOf: [{ type: 'number' }, { type: 'boolean' }] } },
    'number | boolean',
  ],
  [
    'values, if the schema has no equal',
    { value: 1, type: { not: { type: 'string' } }, rules: [{ value: 'x' }] },
    'string | number',
  ],
  [
    'values, if a part of the schema has none',
    { value: { a: 1 }, type: { type: 'object', properties: { a: { $ref: '#' } } } },
    '{ readonly a: number }',
  ],
])('the type of a config is that of %s', (_, config, type) => {
  expect(typeOfConfig(config).replace(/\n\s*/g, ' ')).toBe(type)
})
