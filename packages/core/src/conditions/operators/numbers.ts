import { isNumeric, numericPattern } from './numeric-text.ts'
import type { AttributeTest, Operator } from './operator.ts'

type Comparable = number | string
type Holds = (attribute: Comparable, bound: Comparable) => boolean

const value = { type: ['number', 'string'], pattern: numericPattern }

/** The number is below a value. */
export const lessThan: Operator<Comparable> = {
  description: 'Is less than a value',
  value,
  example: { attribute: 'age', actual: 17, value: 18 },
  compile: (values) => compare(values, greatest, (attribute, bound) => attribute < bound),
}

/** The number is a value or below it. */
export const atMost: Operator<Comparable> = {
  description: 'Is at most a value',
  value,
  example: { attribute: 'age', actual: 17, value: 17 },
  compile: (values) => compare(values, greatest, (attribute, bound) => attribute <= bound),
}

/** The number is a value or above it. */
export const atLeast: Operator<Comparable> = {
  description: 'Is at least a value',
  value,
  example: { attribute: 'age', actual: 18, value: 18 },
  compile: (values) => compare(values, least, (attribute, bound) => attribute >= bound),
}

/** The number is above a value. */
export const moreThan: Operator<Comparable> = {
  description: 'Is more than a value',
  value,
  example: { attribute: 'age', actual: 18, value: 17 },
  compile: (values) => compare(values, least, (attribute, bound) => attribute > bound),
}

type Pick = <T extends Comparable>(values: readonly T[]) => T | undefined
const inOrder = <T extends Comparable>(values: readonly T[]): T[] => values.toSorted((a, b) => (a < b ? -1 : 1))
const least: Pick = (values) => inOrder(values)[0]
const greatest: Pick = (values) => inOrder(values).at(-1)

/**
 * Compares with one bound, however many values there are. A number is compared with values of both types as a number; a
 * text with numbers as a number, and with texts as a text.
 */
function compare(values: readonly Comparable[], pick: Pick, holds: Holds): AttributeTest {
  const texts = values.filter((one) => typeof one === 'string')
  const numbers = values.filter((one) => typeof one === 'number')
  const text = pick(texts)
  const number = pick(numbers)
  const either = pick([...numbers, ...texts.map(Number)])
  return (attribute) => {
    if (typeof attribute === 'number') return either !== undefined && holds(attribute, either)
    if (typeof attribute !== 'string') return false
    if (text !== undefined && holds(attribute, text)) return true
    return number !== undefined && isNumeric(attribute) && holds(Number(attribute), number)
  }
}
