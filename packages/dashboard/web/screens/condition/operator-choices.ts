import type { AttributeCondition, Condition, OperatorName } from '@signalbox/core/evaluate'
import { operatorRows } from './operator-rows.ts'
import { valuesOf, withOperator } from './values.ts'

/** A condition on an attribute that fits one line; `isNegated` if the condition as a whole is its opposite. */
export interface Line {
  readonly condition: AttributeCondition
  readonly isNegated: boolean
}

/** What the list of operators offers besides the operators of the core: the forms of `is`. */
const formsOfIs = {
  is: { label: 'is', isNegated: false, isList: false },
  isNot: { label: 'is not', isNegated: true, isList: false },
  isOneOf: { label: 'is one of', isNegated: false, isList: true },
  isNoneOf: { label: 'is none of', isNegated: true, isList: true },
} as const

const { is: _, ...others } = operatorRows

/** The choices of the list, in its order, with their words. */
export const operatorChoices: readonly (readonly [name: string, label: string])[] = Object.entries({
  ...formsOfIs,
  ...others,
}).map(([name, { label }]) => [name, label])

/** The line that shows a condition: one on an attribute, or `is` negated. Absent: the condition has another form. */
export function lineOf(condition: Condition): Line | undefined {
  if ('attribute' in condition) return { condition, isNegated: false }
  if (!('not' in condition) || !('attribute' in condition.not) || condition.not.operator !== 'is') return undefined
  return { condition: condition.not, isNegated: true }
}

/** The condition that a line shows. */
export const ofLine = ({ condition, isNegated }: Line): Condition => (isNegated ? { not: condition } : condition)

/** The choice that is shown for a line. */
export function choiceOf({ condition, isNegated }: Line): string {
  if (condition.operator !== 'is') return condition.operator
  const isList = condition.values !== undefined
  return Object.entries(formsOfIs).find(([, form]) => form.isNegated === isNegated && form.isList === isList)![0]
}

/** A line with another choice. Values that it cannot take are dropped. */
export function withChoice({ condition }: Line, choice: string): Line {
  if (!Object.hasOwn(formsOfIs, choice))
    return { condition: withOperator(condition, choice as OperatorName), isNegated: false }
  const { isNegated, isList } = formsOfIs[choice as keyof typeof formsOfIs]
  const { value: _, values: __, ...rest } = withOperator(condition, 'is')
  const values = valuesOf(withOperator(condition, 'is'))
  return { condition: isList ? { ...rest, values } : { ...rest, value: values[0] ?? '' }, isNegated }
}
