import { canonicalJson } from '../../machine/json/canonical-json.ts'
import { stepsOf, valueAt } from '../../machine/json/pointer.ts'
import type { Category } from '../reference/entry.ts'
import { failed } from '../runs/failure.ts'
import { flag, list, lists, named, number, numbers, optional, pointer, text, whole } from './arguments.ts'
import { type Charge, compare } from './compare.ts'
import { COMPARING, ELEMENT, FOLLOWING, REMEMBERING } from './costs.ts'
import { chargeWhole, toText } from './json-text.ts'
import { finite } from './numbers.ts'
import { defineOperator } from './operator.ts'

const category: Category = 'arrays'

/** Operators on whole lists. They do not modify the given list. */
export const wholeArrayOperators = [
  defineOperator({
    name: '$array_concat',
    category,
    description: 'The elements of all lists, in one list',
    args: lists('Lists'),
    example: { config: { $array_concat: [[1], [], [2, 3]] }, result: [1, 2, 3] },
    evaluate: (arrays, { charge }) => {
      for (const { length } of arrays) charge(ELEMENT * (length + 1))
      return arrays.flat()
    },
  }),
  defineOperator({
    name: '$array_reverse',
    category,
    description: 'The list in reverse order',
    args: list('A list'),
    example: { config: { $array_reverse: [1, 2, 3] }, result: [3, 2, 1] },
    evaluate: (array, { charge }) => {
      charge(ELEMENT * array.length)
      return array.toReversed()
    },
  }),
  defineOperator({
    name: '$array_sort',
    category,
    description: 'The list in ascending order: numbers by value, or texts by code points, not both; the sort is stable',
    alone: 'array',
    args: named({
      array: list('Numbers or texts; with `by`, any values'),
      by: optional(pointer('A JSON pointer (RFC 6901) to the number or text in each element to sort by')),
      descending: optional(flag('Whether to sort in descending order; false by default')),
    }),
    example: {
      config: { $array_sort: { array: [{ n: 2 }, { n: 3 }, { n: 1 }], by: '/n', descending: true } },
      result: [{ n: 3 }, { n: 2 }, { n: 1 }],
    },
    evaluate: ({ array, by = '', descending = false }, { charge }) => sort(array, { by, descending, charge }),
  }),
  defineOperator({
    name: '$array_unique',
    category,
    description: 'The list without duplicates: of elements that are equal as JSON, the first is kept',
    args: list('A list'),
    example: { config: { $array_unique: [1, 2, 1, '1'] }, result: [1, 2, '1'] },
    evaluate: (array, { charge }) => {
      const seen = new Map<string, unknown>()
      for (const one of array) {
        charge(REMEMBERING)
        chargeWhole(one, charge)
        const text = canonicalJson(one)
        if (!seen.has(text)) seen.set(text, one)
      }
      return [...seen.values()]
    },
  }),
  defineOperator({
    name: '$array_flatten',
    category,
    description: 'The list with nested lists replaced by their elements, down to a depth',
    alone: 'array',
    args: named({ array: list('A list'), depth: optional(whole('Number of levels to flatten; 1 by default', 0)) }),
    example: { config: { $array_flatten: { array: [1, [2, [3]]] } }, result: [1, 2, [3]] },
    evaluate: ({ array, depth = 1 }, { charge }) => flatten(array, depth, charge),
  }),
  defineOperator({
    name: '$array_join',
    category,
    description: 'The elements joined in one text: texts unchanged, other values as JSON',
    alone: 'array',
    args: named({ array: list('A list'), separator: optional(text('The separator; empty by default')) }),
    example: { config: { $array_join: { array: ['a', 1, true], separator: ', ' } }, result: 'a, 1, true' },
    evaluate: ({ array, separator = '' }, { charge, make }) => {
      make(array.length * (separator.length + 1))
      return array.map((one) => toText(one, charge)).join(separator)
    },
  }),
  defineOperator({
    name: '$array_range',
    category,
    description:
      'The numbers from a start (included) to an end (excluded); empty if the step leads away from the end. Fails for the step 0',
    args: named({
      from: optional(number('The start; 0 by default')),
      to: number('The end'),
      step: optional(number('The step; 1 by default')),
    }),
    example: { config: { $array_range: { from: 1, to: 10, step: 3 } }, result: [1, 4, 7] },
    evaluate: ({ from = 0, to, step = 1 }, { charge, make }) => {
      if (step === 0) throw failed('value', 'The step of $array_range must not be 0', '$array_range')
      const leadsThere = step > 0 ? from < to : from > to
      const length = leadsThere ? Math.max(1, Math.ceil((to - from) / step)) : 0
      make(length)
      charge((ELEMENT - 1) * length)
      const isWithin = (value: number) => (step > 0 ? value < to : value > to)
      return Array.from({ length }, (_, at) => from + at * step).filter(isWithin)
    },
  }),
  defineOperator({
    name: '$array_sum',
    category,
    description: 'The sum of the numbers; 0 for an empty list',
    args: numbers('Numbers', 0),
    example: { config: { $array_sum: [1, 2, 3] }, result: 6 },
    evaluate: (values, { charge }) => {
      charge(ELEMENT * values.length)
      return finite(
        '$array_sum',
        values.reduce((sum, value) => sum + value, 0),
      )
    },
  }),
]

interface Sorting {
  readonly by: string
  readonly descending: boolean
  readonly charge: Charge
}

function sort(array: readonly unknown[], { by, descending, charge }: Sorting): unknown[] {
  const steps = stepsOf(by)
  charge(array.length * (FOLLOWING * steps.length + 1))
  const keyed = array.map((value) => ({ value, key: valueAt(value, steps) }))
  const kind = typeof keyed[0]?.key
  if (keyed.some(({ key }) => typeof key !== kind || (kind !== 'number' && kind !== 'string')))
    throw failed(
      'arguments',
      `$array_sort sorts either numbers or texts, but not every element has one${by && ` at ${by}`}`,
      '$array_sort',
    )
  const ordered = keyed as { value: unknown; key: number | string }[]
  const direction = descending ? -1 : 1
  const byKey = (a: (typeof ordered)[number], b: (typeof ordered)[number]) => {
    charge(typeof a.key === 'string' ? Math.min(a.key.length, (b.key as string).length) + COMPARING : COMPARING)
    return direction * compare(a.key, b.key)
  }
  return ordered.sort(byKey).map(({ value }) => value)
}

function flatten(array: readonly unknown[], depth: number, charge: Charge): unknown[] {
  charge(ELEMENT * (array.length + 1))
  if (depth === 0) return [...array]
  return array.flatMap((one) => (Array.isArray(one) ? flatten(one, depth - 1, charge) : [one]))
}
