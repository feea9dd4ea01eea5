import type { Condition } from '@signalbox/core'

/** The condition that is true for everybody. */
export const always: Condition = { all: [] }
/** The condition that is true for nobody. */
export const never: Condition = { any: [] }

/**
 * Stands for a condition that cannot be converted. It cannot be negated, and lists that depend on it are lost, too: nobody
 * knows for whom they are true. Written to a record, it is true for nobody.
 */
export const lost: Condition = { any: [] }

/** Whether a condition cannot be converted. */
export const isLost = (condition: Condition): boolean => condition === lost
/** Whether a condition is true for everybody. */
export const isAlways = (condition: Condition): boolean => 'all' in condition && condition.all.length === 0
/** Whether a condition is known to be true for nobody. */
export const isNever = (condition: Condition): boolean => 'any' in condition && condition.any.length === 0

/** All conditions are true. Nested lists become one, and constants are left out. */
export function allOf(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((one) => ('all' in one ? one.all : [one]))
  if (flat.some((one) => isNever(one) && !isLost(one))) return never
  if (flat.some(isLost)) return lost
  return flat.length === 1 ? (flat[0] as Condition) : { all: flat }
}

/** Any condition is true. Nested lists become one, and constants are left out. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((one) => ('any' in one ? one.any : [one]))
  if (flat.some(isAlways)) return always
  if (conditions.some(isLost)) return lost
  return flat.length === 1 ? (flat[0] as Condition) : { any: flat }
}

/** The condition is false. */
export function not(condition: Condition): Condition {
  if (isLost(condition)) return lost
  if (isAlways(condition)) return never
  if (isNever(condition)) return always
  if ('not' in condition) return condition.not
  if ('feature' in condition)
    return condition.active === false ? featureIs(condition.feature) : { ...condition, active: false }
  if ('attribute' in condition && condition.operator === 'exists') return missing(condition.attribute)
  if ('attribute' in condition && condition.operator === 'missing') return exists(condition.attribute)
  return { not: condition }
}

/** The feature has a state. */
export const featureIs = (feature: string, active = true): Condition => (active ? { feature } : { feature, active })

/** The attribute is present. */
export const exists = (attribute: string): Condition => ({ attribute, operator: 'exists' })
/** The attribute is absent. */
export const missing = (attribute: string): Condition => ({ attribute, operator: 'missing' })

/** The deepest nesting of a condition. */
export const MOST_LEVELS = 16
/** The most leaves of a condition. */
export const MOST_LEAVES = 1000

/** Whether a condition keeps the limits of conditions. */
export function keepsLimits(condition: Condition): boolean {
  let leaves = 0
  const visit = (node: Condition, level: number): boolean => {
    if (level > MOST_LEVELS) return false
    if ('all' in node) return node.all.every((one) => visit(one, level + 1))
    if ('any' in node) return node.any.every((one) => visit(one, level + 1))
    if ('not' in node) return visit(node.not, level + 1)
    return ++leaves <= MOST_LEAVES
  }
  return visit(condition, 1)
}
