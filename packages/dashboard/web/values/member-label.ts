import { stepsOf } from './pointer.ts'

/** A member as people write it: `parameters.rules[0].percentage`. Unusual names stay a JSON Pointer. */
export function memberLabel(pointer: string): string {
  const steps = stepsOf(pointer)
  if (steps.length === 0) return 'the whole record'
  if (!steps.every((step) => /^[\w$-]+$/.test(step))) return pointer
  return steps.map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : i === 0 ? step : `.${step}`)).join('')
}

/** A value in words, for a cell of a table: texts as they are, other values as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'none'
  if (typeof value === 'string' && value.trim() !== '') return value
  return JSON.stringify(value, null, isSmall(value) ? undefined : 2)
}

const isSmall = (value: unknown): boolean => JSON.stringify(value).length <= 40
