import { comparisonOperators } from './comparison.ts'
import { memoryOperators } from './memory.ts'
import { numberOperators } from './numbers.ts'
import type { Operator } from './operator.ts'

/** Every operator of the language, group by group. */
export const operators: readonly Operator[] = [...comparisonOperators, ...numberOperators, ...memoryOperators]

const byName = new Map<string, Operator>(operators.map((operator) => [operator.name, operator]))

/** The operator of a name, which begins with `$`; `undefined` for one that the language does not have. */
export const findOperator = (name: string): Operator | undefined => byName.get(name)
