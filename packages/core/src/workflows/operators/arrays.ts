import type { Category } from '../reference/entry.ts'
import { anything, list, named, optional, whole } from './arguments.ts'
import { isEqual } from './compare.ts'
import { ELEMENT } from './costs.ts'
import { defineOperator } from './operator.ts'

const category: Category = 'arrays'
const index = 'The index, from 0; negative ones count from the end'

/** Operators on elements of lists. They do not modify the given list. */
export const arrayOperators = [
  defineOperator({
    name: '$array_append',
    category,
    description: 'The list with a value appended',
    args: named({ array: list('A list'), value: anything('The value') }),
    example: { config: { $array_append: { array: [1, 2], value: 3 } }, result: [1, 2, 3] },
    evaluate: ({ array, value }, { charge }) => {
      charge(ELEMENT * (array.length + 1))
      return [...array, value]
    },
  }),
  defineOperator({
    name: '$array_prepend',
    category,
    description: 'The list with a value prepended',
    args: named({ array: list('A list'), value: anything('The value') }),
    example: { config: { $array_prepend: { array: [1, 2], value: 0 } }, result: [0, 1, 2] },
    evaluate: ({ array, value }, { charge }) => {
      charge(ELEMENT * (array.length + 1))
      return [value, ...array]
    },
  }),
  defineOperator({
    name: '$array_at',
    category,
    description: 'The element at an index; null if the index is out of range',
    args: named({ array: list('A list'), index: whole(index) }),
    example: { config: { $array_at: { array: ['a', 'b', 'c'], index: -1 } }, result: 'c' },
    evaluate: ({ array, index }) => array.at(index) ?? null,
  }),
  defineOperator({
    name: '$array_del',
    category,
    description: 'The list without the element at an index; unchanged if the index is out of range',
    args: named({ array: list('A list'), index: whole(index) }),
    example: { config: { $array_del: { array: ['a', 'b', 'c'], index: 1 } }, result: ['a', 'c'] },
    evaluate: ({ array, index }, { charge }) => {
      charge(ELEMENT * array.length)
      const gone = index < 0 ? index + array.length : index
      return array.filter((_, at) => at !== gone)
    },
  }),
  defineOperator({
    name: '$array_slice',
    category,
    description: 'The elements from an index (included) to another (excluded)',
    alone: 'array',
    args: named({
      array: list('A list'),
      from: optional(whole(`${index}; 0 by default`)),
      to: optional(whole(`${index}; the end by default`)),
    }),
    example: { config: { $array_slice: { array: [1, 2, 3, 4], from: 1, to: -1 } }, result: [2, 3] },
    evaluate: ({ array, from = 0, to = array.length }, { charge }) => {
      charge(ELEMENT * array.length)
      return array.slice(from, to)
    },
  }),
  defineOperator({
    name: '$array_page',
    category,
    description: 'One page of the list; empty for a page past the end',
    args: named({
      array: list('A list'),
      page: whole('The number of the page, from 1', 1),
      page_size: whole('The number of elements of a page', 1),
    }),
    example: { config: { $array_page: { array: ['a', 'b', 'c'], page: 2, page_size: 2 } }, result: ['c'] },
    evaluate: ({ array, page, page_size }, { charge }) => {
      charge(ELEMENT * Math.min(page_size, array.length))
      return array.slice((page - 1) * page_size, page * page_size)
    },
  }),
  defineOperator({
    name: '$array_length',
    category,
    description: 'The number of elements',
    args: list('A list'),
    example: { config: { $array_length: ['a', 'b'] }, result: 2 },
    evaluate: ({ length }) => length,
  }),
  defineOperator({
    name: '$array_first',
    category,
    description: 'The first element; null for the empty list',
    args: list('A list'),
    example: { config: { $array_first: ['a', 'b'] }, result: 'a' },
    evaluate: ([first = null]) => first,
  }),
  defineOperator({
    name: '$array_last',
    category,
    description: 'The last element; null for the empty list',
    args: list('A list'),
    example: { config: { $array_last: ['a', 'b'] }, result: 'b' },
    evaluate: (array) => array.at(-1) ?? null,
  }),
  defineOperator({
    name: '$array_index_of',
    category,
    description: 'The index of the first element that equals a value as JSON; null if there is none',
    args: named({ array: list('A list'), value: anything('The value') }),
    example: { config: { $array_index_of: { array: ['a', 'b'], value: 'b' } }, result: 1 },
    evaluate: ({ array, value }, { charge }) => {
      const found = array.findIndex((one) => isEqual(one, value, charge))
      return found < 0 ? null : found
    },
  }),
]
