import type { AttributeCondition, OperatorName } from '@signalbox/core/evaluate'
import { rowOf } from './operator-rows.ts'

/** A value of a condition. */
export type Scalar = string | number | boolean

/** The values of a condition, however many. */
export function valuesOf({ value, values }: AttributeCondition): readonly Scalar[] {
  return values ?? (value === undefined ? [] : [value])
}

/** The values as text, one a line. */
export const toLines = (values: readonly Scalar[]): string => values.map(String).join('\n')

/** Whether values of an operator are read as numbers: it takes nothing else, or they replace one. */
export const takesNumbers = (operator: OperatorName, like: Scalar | undefined): boolean =>
  rowOf(operator).input === 'number' || typeof like === 'number'

/** Reads values from lines; empty lines are none. Numbers are numbers where they can be. */
export function fromLines(text: string, isNumber: boolean): Scalar[] {
  const lines = text.split(/[\n\r\u2028\u2029]+/).filter((line) => line.trim() !== '')
  return lines.map((line) => (isNumber ? numberOr(line) : line))
}

/** A number if the text is one, also while it is being typed as `1.`, else the text: the service says what is wrong with it. */
export function numberOr(text: string): string | number {
  const trimmed = text.trim()
  return /^-?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : text
}

/** The condition with other values: one is `value`, several are `values`. */
export function withValues(condition: AttributeCondition, next: readonly Scalar[]): AttributeCondition {
  const { value: _, values: __, ...rest } = condition
  if (rowOf(condition.operator).input === 'none') return rest
  return next.length === 1 ? { ...rest, value: next[0]! } : { ...rest, values: next }
}

/** The condition with another operator. Values that it cannot take are dropped. */
export function withOperator(condition: AttributeCondition, operator: OperatorName): AttributeCondition {
  const { ignoreCase, ...rest } = condition
  const row = rowOf(operator)
  const kept = { ...rest, operator, ...(ignoreCase !== undefined && row.takesIgnoreCase && { ignoreCase }) }
  const values = valuesOf(condition)
  if (row.input === 'none') return withValues(kept, [])
  if (row.input === 'number')
    return withValues(kept, values.length === 0 ? [''] : values.map((one) => numberOr(String(one))))
  if (row.input === 'scalar') return withValues(kept, values.length === 0 ? [''] : values)
  return withValues(kept, values.length === 0 ? [''] : values.map(String))
}
