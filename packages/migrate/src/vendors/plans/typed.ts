/**
 * Conditions that compare as other products do: only values of the same type are equal, while here a number and its text
 * are.
 */
import type { Condition } from '@signalbox/core'
import type { AttributeCondition, OperatorName } from '@signalbox/core/evaluate'
import { allOf, anyOf, exists, never, not } from './logic.ts'

type Values = NonNullable<AttributeCondition['values']>

/** The most values of an attribute's condition. */
const MOST_VALUES = 10_000

/**
 * The operator is true for any of the values; never without values. `/id`, the client as it is, is `id` if that is the
 * same.
 */
export function compare(path: string, operator: OperatorName, given: Values, ignoreCase = false): Condition {
  const values = [...new Set(given)]
  if (values.length === 0) return never
  const folding = ignoreCase && { ignoreCase }
  const attribute = path === '/id' && operator === 'is' && values.every(isPlainText) ? 'id' : path
  if (values.length === 1) return { attribute, operator, value: values[0] as string, ...folding }
  const chunks: Condition[] = []
  for (let i = 0; i < values.length; i += MOST_VALUES)
    chunks.push({ attribute, operator, values: values.slice(i, i + MOST_VALUES), ...folding })
  return anyOf(chunks)
}

/** The attribute is present, and neither null nor an empty text. */
export const isGiven = (attribute: string): Condition => allOf([exists(attribute), not(compare(attribute, 'is', ['']))])
/** The attribute is a list that has an item at an index. */
export const hasItem = (attribute: string, index = 0): Condition => exists(`${pointerOf(attribute)}/${index}`)
const pointerOf = (attribute: string): string =>
  attribute.startsWith('/') ? attribute : `/${attribute.replaceAll('~', '~0')}`

/** The attribute is a text. */
export const isText = (attribute: string): Condition => ({ attribute, operator: 'startsWith', value: '' })
/** The attribute is a number, or a text that is a date. */
export const isNumber = (attribute: string): Condition => ({ attribute, operator: 'after', value: -Number.MAX_VALUE })

const isPlainText = (value: unknown): boolean => typeof value === 'string' && !isNumeric(value)

const isNumeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/**
 * The attribute has the value and the type of any of these values. Only texts that stand for numbers, and numbers, need a
 * second condition. The client is always a text.
 */
export function equals(attribute: string, values: Values, ignoreCase = false): Condition {
  const of = (test: (value: unknown) => boolean) => [...new Set(values.filter(test))]
  const plain = of(
    (value) => typeof value === 'boolean' || (typeof value === 'string' && !(isNumeric(value) && attribute !== 'id')),
  )
  const numeric = of((value) => typeof value === 'string' && isNumeric(value) && attribute !== 'id')
  const numbers = of((value) => typeof value === 'number') as number[]
  return anyOf([
    ...(plain.length > 0
      ? [compare(attribute, 'is', plain, ignoreCase && plain.some((value) => typeof value === 'string'))]
      : []),
    ...(numeric.length > 0 ? [allOf([compare(attribute, 'is', numeric), isText(attribute)])] : []),
    ...(numbers.length > 0 && attribute !== 'id' ? [numberIs(attribute, 'is', numbers)] : []),
  ])
}

type NumberOperator = 'is' | 'lessThan' | 'atMost' | 'atLeast' | 'moreThan'

/** The attribute is a number for which the operator is true. A text of a number is not. */
export function numberIs(attribute: string, operator: NumberOperator, values: readonly number[]): Condition {
  if (values.length === 0) return never
  return allOf([compare(attribute, operator, values), guards[operator](attribute, values)])
}

/** Dates are read from numbers, but not from texts of numbers: a date tells which of the two an attribute is. */
const guards = {
  is: (attribute, values) => compare(attribute, 'after', [below(smallest(values))]),
  lessThan: (attribute, values) => compare(attribute, 'before', [largest(values)]),
  atMost: (attribute, values) => compare(attribute, 'before', [above(largest(values))]),
  atLeast: (attribute, values) => compare(attribute, 'after', [below(smallest(values))]),
  moreThan: (attribute, values) => compare(attribute, 'after', [smallest(values)]),
} satisfies Record<NumberOperator, (attribute: string, values: readonly number[]) => Condition>

/** Functions take fewer arguments than lists have numbers. */
const smallest = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b))
const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b))

const below = (value: number): number => (value - 1 < value ? Math.floor(value - 1) : -Number.MAX_VALUE)
const above = (value: number): number => (value + 1 > value ? Math.ceil(value + 1) : Number.MAX_VALUE)
