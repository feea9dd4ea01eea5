import type { Category } from '../reference/entry.ts'
import { failed } from '../runs/failure.ts'
import { named, number, numbers, optional, text, whole } from './arguments.ts'
import { ELEMENT } from './costs.ts'
import { defineOperator, type Operator } from './operator.ts'

const category: Category = 'numbers'

/** Arithmetic operators on double-precision numbers (IEEE 754). Whole numbers are exact up to 2^53. */
export const numberOperators = [
  fold('$add', 'The sum of the numbers', [1, 2, 3.5], 6.5, (a, b) => a + b),
  fold('$subtract', 'The first number minus all others', [10, 2, 3], 5, (a, b) => a - b),
  fold('$multiply', 'The product of the numbers', [2, 3, 4], 24, (a, b) => a * b),
  fold('$divide', 'The first number divided by all others; fails for a division by 0', [12, 3, 2], 2, (a, b) => a / b),
  fold(
    '$modulo',
    'The remainder of the first number divided by the next, with the sign of the first; fails for a division by 0',
    [-7, 3],
    -1,
    (a, b) => a % b,
  ),
  defineOperator({
    name: '$power',
    category,
    description: 'A number raised to a power; fails if the result is not a real number or is too large',
    args: named({ base: number('The base'), exponent: number('The exponent; a fraction for roots') }),
    example: { config: { $power: { base: 2, exponent: 10 } }, result: 1024 },
    evaluate: ({ base, exponent }) => finite('$power', base ** exponent),
  }),
  unary('$abs', 'The absolute value', -3, 3, Math.abs),
  unary('$floor', 'The number rounded down', -1.5, -2, Math.floor),
  unary('$ceil', 'The number rounded up', 1.2, 2, Math.ceil),
  unary('$increment', 'The number plus 1', 41, 42, (value) => value + 1),
  unary('$decrement', 'The number minus 1', 0, -1, (value) => value - 1),
  defineOperator({
    name: '$round',
    category,
    description:
      'The number rounded to a number of decimals, of its decimal notation; halves are rounded away from zero',
    args: named({
      value: number('The number to round'),
      digits: optional(whole('Number of decimals, up to 15; 0 by default', 0, 15)),
    }),
    example: { config: { $round: { value: 1.005, digits: 2 } }, result: 1.01 },
    evaluate: ({ value, digits = 0 }) => round(value, digits),
  }),
  fold('$min', 'The smallest of the numbers', [3, 1, 2], 1, (a, b) => Math.min(a, b)),
  fold('$max', 'The largest of the numbers', [3, 1, 2], 3, (a, b) => Math.max(a, b)),
  defineOperator({
    name: '$parse_number',
    category,
    description: 'The number of a text in the notation of JSON, without surrounding spaces; null for any other text',
    args: text('A text such as `-12.5` or `1e3`'),
    example: { config: { $parse_number: ' 12.50 ' }, result: 12.5 },
    evaluate: (text, { charge }) => {
      charge(text.length)
      const trimmed = text.trim()
      const value = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
      return Number.isFinite(value) ? unsigned(value) : null
    },
  }),
]

/** Combines a list of numbers into one, from the first to the last. */
function fold(
  name: Operator['name'],
  description: string,
  example: readonly number[],
  result: number,
  combine: (a: number, b: number) => number,
): Operator {
  return defineOperator({
    name,
    category,
    description,
    args: numbers('At least one number'),
    example: { config: { [name]: example }, result },
    evaluate: (values, { charge }) => {
      charge(ELEMENT * values.length)
      return finite(name, values.reduce(combine))
    },
  })
}

function unary(
  name: Operator['name'],
  description: string,
  example: number,
  result: number,
  evaluate: (value: number) => number,
): Operator {
  return defineOperator({
    name,
    category,
    description,
    args: number('A number'),
    example: { config: { [name]: example }, result },
    evaluate: (value) => finite(name, evaluate(value)),
  })
}

/** Returns a result that JSON can represent. Throws `error.workflow.value` for NaN and infinities. */
export function finite(name: Operator['name'], value: number): number {
  if (Number.isFinite(value)) return unsigned(value)
  throw failed('value', `${name} has no result for these numbers: it divides by zero, or the result is too large`, name)
}

const unsigned = (value: number) => (value === 0 ? 0 : value)

/** Rounds by moving the decimal point in the text of a number, because multiplying would round twice. */
function round(value: number, digits: number): number {
  const moved = shift(Math.abs(value), digits)
  if (!Number.isFinite(moved) || moved > Number.MAX_SAFE_INTEGER) return value
  return unsigned(Math.sign(value) * shift(Math.round(moved), -digits))
}

function shift(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
