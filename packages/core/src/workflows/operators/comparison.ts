import { isObject } from '../../machine/json/json.ts'
import { failed } from '../runs/failure.ts'
import { namesOf } from '../runs/names-of.ts'
import { anything, list, named, optional, ordered, values } from './arguments.ts'
import { compare, isEqual } from './compare.ts'
import { ELEMENT, LOOKING_AT } from './costs.ts'
import { occurrences } from './find-text.ts'
import { defineOperator, type Operator } from './operator.ts'

/** Whether a value is truthy: anything but false, null, 0, the empty text, the empty list and the empty map. */
function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? namesOf(value).length > 0 : Boolean(value)
}
const untrue = 'false, null, 0, the empty text, the empty list and the empty map'

/** Operators on booleans, and comparisons. */
export const comparisonOperators = [
  defineOperator({
    name: '$and',
    category: 'comparison',
    description: `Whether all values are true. All values count as true except ${untrue}`,
    args: list('Values; true for an empty list'),
    example: { memory: { n: 2 }, config: { $and: [{ $gt: ['${n}', 1] }, 'yes'] }, result: true },
    evaluate: (values, { charge }) => {
      charge(ELEMENT * values.length)
      return values.every(isTruthy)
    },
  }),
  defineOperator({
    name: '$or',
    category: 'comparison',
    description: `Whether one of the values is true. All values count as true except ${untrue}`,
    args: list('Values; false for an empty list'),
    example: { config: { $or: [null, 0, 'yes'] }, result: true },
    evaluate: (values, { charge }) => {
      charge(ELEMENT * values.length)
      return values.some(isTruthy)
    },
  }),
  defineOperator({
    name: '$not',
    category: 'comparison',
    description: `Whether the value is not true: true for ${untrue}`,
    args: anything('Any value'),
    example: { config: { $not: false }, result: true },
    evaluate: (value) => !isTruthy(value),
  }),
  defineOperator({
    name: '$is_truthy',
    category: 'comparison',
    description: `Whether the value counts as true. All values do, except ${untrue}`,
    args: anything('Any value'),
    example: { config: { $is_truthy: 'no' }, result: true },
    evaluate: isTruthy,
  }),
  defineOperator({
    name: '$is_falsy',
    category: 'comparison',
    description: `Whether the value does not count as true: true for ${untrue}`,
    args: anything('Any value'),
    example: { config: { $is_falsy: [] }, result: true },
    evaluate: (value) => !isTruthy(value),
  }),
  defineOperator({
    name: '$is_null',
    category: 'comparison',
    description: 'Whether the value is null, such as the value of a path that does not exist',
    args: anything('Any value'),
    example: { memory: { user: {} }, config: { $is_null: '${user.email}' }, result: true },
    evaluate: (value) => value === null,
  }),
  defineOperator({
    name: '$type_of',
    category: 'comparison',
    description: 'The JSON type of the value: null, boolean, number, string, array or object',
    args: anything('Any value'),
    example: { config: { $type_of: ['a'] }, result: 'array' },
    evaluate: (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value),
  }),
  defineOperator({
    name: '$eq',
    category: 'comparison',
    description:
      'Whether all values are equal as JSON; the order of members does not matter, the order of elements does',
    args: values('At least two values', 2),
    example: { config: { $eq: [{ $raw: { a: 1, b: [2] } }, { $raw: { b: [2], a: 1 } }] }, result: true },
    evaluate: (values, { charge }) => values.every((value) => isEqual(values[0], value, charge)),
  }),
  defineOperator({
    name: '$neq',
    category: 'comparison',
    description: 'Whether the values are not all equal as JSON: the opposite of $eq',
    args: values('At least two values', 2),
    example: { config: { $neq: [1, '1'] }, result: true },
    evaluate: (values, { charge }) => !values.every((value) => isEqual(values[0], value, charge)),
  }),
  chain('$gt', 'greater than', [3, 2, 1], (order) => order > 0),
  chain('$gte', 'greater than or equal to', [3, 3, 1], (order) => order >= 0),
  chain('$lt', 'less than', ['apple', 'banana'], (order) => order < 0),
  chain('$lte', 'less than or equal to', [1, 5, 5], (order) => order <= 0),
  defineOperator({
    name: '$contains',
    category: 'comparison',
    description:
      'Whether a list contains an element that is equal as JSON, a map contains a name, or a text contains a text',
    args: named({ in: anything('A list, a map or a text'), value: anything('An element, a name or a text') }),
    example: { config: { $contains: { in: ['tea', 'milk'], value: 'milk' } }, result: true },
    evaluate: ({ in: whole, value }, { charge }) => {
      if (Array.isArray(whole)) return whole.some((one) => isEqual(one, value, charge))
      if (typeof value === 'string' && isObject(whole)) {
        charge(value.length)
        return Object.hasOwn(whole, value)
      }
      if (typeof value !== 'string' || typeof whole !== 'string')
        throw failed(
          'arguments',
          '$contains looks for a value in a list, for a name in a map, or for a text in a text',
          '$contains',
        )
      return value === '' || !occurrences(whole, value, charge).next().done
    },
  }),
  defineOperator({
    name: '$in',
    category: 'comparison',
    description: 'Whether the value equals an element of a list as JSON',
    args: named({ value: anything('Any value'), list: list('The list') }),
    example: { config: { $in: { value: 'FR', list: ['DE', 'FR'] } }, result: true },
    evaluate: ({ value, list }, { charge }) => list.some((one) => isEqual(one, value, charge)),
  }),
  defineOperator({
    name: '$if',
    category: 'comparison',
    description: `One of two values; both are evaluated. The condition is true unless it is ${untrue}`,
    args: named({
      condition: anything('The condition'),
      then: anything('The value if the condition is true'),
      else: optional(anything('The value if the condition is false; null by default')),
    }),
    example: {
      memory: { age: 20 },
      config: { $if: { condition: { $gte: ['${age}', 18] }, then: 'adult', else: 'child' } },
      result: 'adult',
    },
    evaluate: ({ condition, then, else: otherwise = null }) => (isTruthy(condition) ? then : otherwise),
  }),
  defineOperator({
    name: '$coalesce',
    category: 'comparison',
    description: 'The first value that is not null; null if all are null',
    args: list('Values, in order of preference'),
    example: {
      memory: { user: { name: 'Ann' } },
      config: { $coalesce: ['${user.nickname}', '${user.name}', 'you'] },
      result: 'Ann',
    },
    evaluate: (values, { charge }) => {
      charge(ELEMENT * values.length)
      return values.find((value) => value !== null) ?? null
    },
  }),
]

/** Whether each value and the one after it satisfy a relation. */
function chain(
  name: Operator['name'],
  relation: string,
  example: readonly unknown[],
  holds: (order: number) => boolean,
): Operator {
  return defineOperator({
    name,
    category: 'comparison',
    description: `Whether each value is ${relation} the next: numbers by value, or texts by code points, not both`,
    args: ordered('At least two values', 2),
    example: { config: { [name]: example }, result: true },
    evaluate: (values, { charge }) => {
      const all: readonly (number | string)[] = values
      charge(LOOKING_AT * all.length)
      return all.slice(1).every((value, index) => {
        const before = all[index]!
        charge(typeof before === 'string' ? before.length : 1)
        return holds(compare(before, value))
      })
    },
  })
}
