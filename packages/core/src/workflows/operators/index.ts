import { arrayOperators } from './arrays.ts'
import { comparisonOperators } from './comparison.ts'
import { dateOperators } from './dates.ts'
import { encodingOperators } from './encodings.ts'
import { jsonOperators } from './json.ts'
import { mapOperators } from './maps.ts'
import { memoryOperators } from './memory.ts'
import { numberOperators } from './numbers.ts'
import type { Operator } from './operator.ts'
import { stringOperators } from './strings.ts'
import { wholeArrayOperators } from './whole-arrays.ts'

/** All operators, by group. */
export const operators: readonly Operator[] = [
  ...arrayOperators,
  ...wholeArrayOperators,
  ...mapOperators,
  ...comparisonOperators,
  ...numberOperators,
  ...stringOperators,
  ...encodingOperators,
  ...dateOperators,
  ...jsonOperators,
  ...memoryOperators,
]

const byName = new Map<string, Operator>(operators.map((operator) => [operator.name, operator]))

/** Returns an operator by its name, including `$`; `undefined` if it does not exist. */
export const findOperator = (name: string): Operator | undefined => byName.get(name)
