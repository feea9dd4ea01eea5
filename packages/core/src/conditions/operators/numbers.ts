import { compareNumeric, isExact, isNumeric, numericPattern } from './numeric-text.ts'
import { type AttributeTest, noAttribute, type Operator } from './operator.ts'

type Comparable = number | string
/** Whether the operator is true for a number and its bound, or for their order and 0. */
type Holds = (attribute: number, bound: number) => boolean
type Pick = (values: readonly Comparable[]) => Comparable | undefined

const least: Pick = (values) => values.toSorted(compareNumeric)[0]
const greatest: Pick = (values) => values.toSorted(compareNumeric).at(-1)

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

/**
 * Compares with one bound, however many values there are. Texts that stand for numbers are compared as numbers, in the
 * condition and in the context; other texts fit no bound.
 */
function compare(values: readonly Comparable[], pick: Pick, holds: Holds): AttributeTest {
  const bound = pick(values)
  if (bound === undefined) return noAttribute
  const number = Number(bound)
  const isExactBound = typeof bound === 'number' || isExact(bound)
  return (attribute) => {
    if (typeof attribute === 'number' && isExactBound) return holds(attribute, number)
    if (typeof attribute === 'string' ? !isNumeric(attribute) : typeof attribute !== 'number') return false
    return holds(compareNumeric(attribute as Comparable, bound), 0)
  }
}
