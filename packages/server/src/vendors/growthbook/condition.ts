import type { Condition } from '@signalbox/core'
import type { PatternEngine } from '@signalbox/core/evaluate'
import type { Json } from '../../otoroshi/findings.ts'
import { isJson, listOf } from '../../otoroshi/findings.ts'
import { allOf, always, anyOf, never, not } from '../plans/logic.ts'
import { equalTo } from './equality.ts'
import { operators } from './operators.ts'

/** What converting a condition needs. */
export interface ConditionScope {
  readonly patterns: PatternEngine
  /** The attribute has a value of a saved group. */
  inGroup(id: unknown, attribute: string): Condition
  /** `$savedGroup`: the context is in a saved group. */
  savedGroup(reference: unknown): Condition
  /** Reports a part that cannot be converted. The whole condition is then never true. */
  onLost(what: string): void
  /** Reports a part that is converted, but differs for some values. */
  onChanged(what: string, instead: string): void
}

/** Converts a condition: an object of attributes with values or operators, and of `$and`, `$or`, `$nor`, `$not`. */
export function toCondition(condition: Json, scope: ConditionScope): Condition {
  let isLost = false
  const watched: ConditionScope = {
    ...scope,
    onLost(what) {
      isLost = true
      scope.onLost(what)
    },
  }
  const converted = convert(condition, watched, 0)
  return isLost ? never : converted
}

/** Deeper conditions exceed the limit of conditions anyway. */
const MOST_LEVELS = 50

function convert(condition: Json, scope: ConditionScope, level: number): Condition {
  if (level > MOST_LEVELS) {
    scope.onLost('A condition is nested too deeply')
    return never
  }
  const each = (value: unknown) => listOf(value).map((one) => convert(one, scope, level + 1))
  return allOf(
    Object.entries(condition).map(([key, value]) => {
      switch (key) {
        case '$or':
          return orOf(each(value))
        case '$nor':
          return not(orOf(each(value)))
        case '$and':
          return allOf(each(value))
        case '$not':
          return isJson(value) ? not(convert(value, scope, level + 1)) : never
        case '$savedGroup':
          return scope.savedGroup(value)
        default:
          return valueCondition(attributeAt(key), value, { ...scope, isItem: false })
      }
    }),
  )
}

/** Any condition is true; true without conditions. */
const orOf = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? always : anyOf(conditions))

/** A path with dots is a JSON pointer here. `/id` is the id as it is, and `id` as text. */
export function attributeAt(path: string): string {
  const steps = path.split('.')
  if (steps.length === 1 && path !== '' && path !== 'id' && !path.startsWith('/')) return path
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** What converting the value of an attribute needs. */
export interface ValueScope extends ConditionScope {
  /** Whether the items of a list are compared, which are never absent. */
  readonly isItem: boolean
}

/** The condition of an attribute: a value that it equals, or an object of operators, all of which are true. */
export function valueCondition(attribute: string, value: unknown, scope: ValueScope): Condition {
  if (!isJson(value) || !hasOperators(value)) return equalTo(attribute, value, scope)
  return allOf(
    Object.entries(value).map(([name, expected]) => {
      const convert = operators.get(name)
      if (convert) return convert(attribute, expected, scope)
      scope.onChanged(`The operator ${name} is unknown`, 'It is never true, as in GrowthBook')
      return never
    }),
  )
}

const hasOperators = (value: Json): boolean => {
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => name.startsWith('$'))
}
