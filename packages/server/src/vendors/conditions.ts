import type { Condition } from '@signalbox/core'
import { MOST_VALUES } from './limits.ts'

type Value = string | number | boolean
type Operator = Extract<Condition, { operator: unknown }>['operator']

/** True in every context. */
export const always: Condition = { all: [] }
/** True in no context. */
export const never: Condition = { any: [] }

const isAlways = (condition: Condition): boolean => 'all' in condition && condition.all.length === 0
/** Whether a condition is known to be true in no context. */
export const isNever = (condition: Condition): boolean => 'any' in condition && condition.any.length === 0

/** All conditions are true, in as few levels as possible. */
export function allOf(...conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((one): readonly Condition[] => ('all' in one ? one.all : [one]))
  if (parts.some(isNever)) return never
  return parts.length === 1 ? (parts[0] as Condition) : { all: parts }
}

/** Any condition is true, in as few levels as possible. */
export function anyOf(...conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((one): readonly Condition[] => ('any' in one ? one.any : [one]))
  if (parts.some(isAlways)) return always
  return parts.length === 1 ? (parts[0] as Condition) : { any: parts }
}

/** The condition is false. Never pass a condition with references: if one is unresolved, both are false. */
export function not(condition: Condition): Condition {
  if (isAlways(condition)) return never
  if (isNever(condition)) return always
  return 'not' in condition ? condition.not : { not: condition }
}

/** The operator is true for an attribute and any of the values. Never true without values. */
export function attribute(
  name: string,
  operator: Operator,
  values: readonly Value[],
  { ignoreCase = false } = {},
): Condition {
  const leaf = { attribute: name, operator, ...(ignoreCase && { ignoreCase }) }
  const unique = [...new Set(values)]
  const chunks = Array.from({ length: Math.ceil(unique.length / MOST_VALUES) }, (_, i) =>
    unique.slice(i * MOST_VALUES, (i + 1) * MOST_VALUES),
  )
  return anyOf(
    ...chunks.map((chunk) => (chunk.length === 1 ? { ...leaf, value: chunk[0] as Value } : { ...leaf, values: chunk })),
  )
}

/** The attribute is present, and not null. */
export const exists = (name: string): Condition => ({ attribute: name, operator: 'exists' })
/** The attribute is absent or null. */
export const missing = (name: string): Condition => ({ attribute: name, operator: 'missing' })
/** The attribute is present, and neither null nor an empty text. */
export const isGiven = (name: string): Condition => allOf(exists(name), not(attribute(name, 'is', [''])))
